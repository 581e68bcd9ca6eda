import type { User } from '#shared/accounts/rules/users.ts';
import type { ConversionCaller, PixelCaller, ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import type { DevUser, OperatorRole } from '#shared/operators/store/dev-users.ts';

export type Viewer = { kind: 'self' } | { kind: 'operator' } | { kind: 'manager'; userId: number };

export type Operator = { by: AuditActor; role: OperatorRole };

type SignedIn = { userId: number; user: User; signedInAt: number; sessionId?: string | undefined };

export type Actors = {
  none: null;
  /** An access token as Bearer. `signedInAt` is in epoch milliseconds. */
  user: SignedIn;
  optionalUser: SignedIn | null;
  /** `user` owns the data, and `signedIn` is the caller. Access to another user's data is recorded first. */
  view: SignedIn & { viewer: Viewer; signedIn: User };
  /**
   * Like `view`, or a read-only key (`rk_…`) as Bearer or in the query, because spreadsheets send no headers.
   */
  report: (SignedIn & { viewer: Viewer; signedIn: User }) | { userId: number; readKey: ReadCaller };
  viewOrKey:
    | (SignedIn & { viewer: Viewer; signedIn: User })
    | { userId: number; secretKey: ConversionCaller };
  /** `x-svc-dev-token` with a configured operator token, or an operator's access token. */
  operator: Operator;
  /** `X-Dev-Token` with the same tokens, for creating operators' accounts. */
  devToken: Operator;
  /** An active operator's token as Bearer. */
  devUser: { devUserId: number; devUser: DevUser };
  /** A read-only key (`rk_…`) as Bearer. The caller's own reads record its use. */
  readKey: ReadCaller;
  /** A secret key (`sk_…`) as Bearer. */
  conversionKey: ConversionCaller;
  /** A public pixel key in the body's `key`, because `sendBeacon` sends no header. */
  pixelKey: PixelCaller;
  /** The payment processor signs the body in `Billing-Signature`. */
  billingSignature: null;
  /** The licence partner signs the body in `X-Partner-Timestamp` and `X-Partner-Signature`. */
  partnerSignature: null;
};
export type Auth = keyof Actors;
