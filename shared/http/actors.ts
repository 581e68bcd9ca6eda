import type { User } from '#shared/accounts/rules/users.ts';
import type { ConversionCaller, PixelCaller, ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import type { DevUser, OperatorRole } from '#shared/operators/store/dev-users.ts';
import type { AccountId, UserId } from '#shared/values/tenant.ts';

export type Viewer = { kind: 'self' } | { kind: 'operator' } | { kind: 'manager'; userId: UserId };

export type Operator = { by: AuditActor; role: OperatorRole };

/** `accountId` is the account whose data are read or written, and `userId` and `user` are the person who asks. */
type SignedIn = {
  accountId: AccountId;
  userId: UserId;
  user: User;
  /** Epoch milliseconds. */
  signedInAt: number;
  sessionId?: string | undefined;
};

/** `owner` has the account. It is another person than `user` for managers and operators, whose access is recorded first. */
type Viewing = SignedIn & { viewer: Viewer; owner: User };

export type Actors = {
  none: null;
  user: SignedIn;
  optionalUser: SignedIn | null;
  view: Viewing;
  /** Spreadsheets send no headers, so a read-only key may be in the query. */
  report: Viewing | { accountId: AccountId; readKey: ReadCaller };
  viewOrKey: Viewing | { accountId: AccountId; secretKey: ConversionCaller };
  operator: Operator;
  devToken: Operator;
  devUser: { devUserId: number; devUser: DevUser };
  readKey: ReadCaller;
  conversionKey: ConversionCaller;
  /** `sendBeacon` sends no header, so the public key is in the body. */
  pixelKey: PixelCaller;
  /** The processor's signature is in `Billing-Signature`. */
  billingSignature: null;
  /** The partner's signature is in `X-Partner-Timestamp` and `X-Partner-Signature`. */
  partnerSignature: null;
};
export type Auth = keyof Actors;
