import type { User } from '#shared/accounts/rules/users.ts';
import type { ConversionCaller, PixelCaller, ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import type { DevUser, OperatorRole } from '#shared/operators/store/dev-users.ts';

export type Viewer = { kind: 'self' } | { kind: 'operator' } | { kind: 'manager'; userId: number };

export type Operator = { by: AuditActor; role: OperatorRole };

type SignedIn = { userId: number; user: User; signedInAt: number; sessionId?: string | undefined };

export type Actors = {
  none: null;
  /** `signedInAt` is in epoch milliseconds. */
  user: SignedIn;
  optionalUser: SignedIn | null;
  /** `user` owns the data, and `signedIn` is the caller. The access is recorded first. */
  view: SignedIn & { viewer: Viewer; signedIn: User };
  /** Spreadsheets send no headers, so a read-only key may be in the query. */
  report: (SignedIn & { viewer: Viewer; signedIn: User }) | { userId: number; readKey: ReadCaller };
  viewOrKey:
    | (SignedIn & { viewer: Viewer; signedIn: User })
    | { userId: number; secretKey: ConversionCaller };
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
