import type { User } from '#shared/accounts/rules/users.ts';
import type { ConversionCaller, PixelCaller, ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import type { DevUser, OperatorRole } from '#shared/operators/store/dev-users.ts';

/** The viewer of a `view` endpoint: the owner, an operator, or a user who manages the owner. */
export type Viewer = { kind: 'self' } | { kind: 'operator' } | { kind: 'manager'; userId: number };

/** The operator in audit records. A reader has read-only rights. */
export type Operator = { by: AuditActor; role: OperatorRole };

/** `sessionId` is the session of the token. Tokens from before sessions have none. */
type SignedIn = { userId: number; user: User; signedInAt: number; sessionId?: string | undefined };

/** The caller per auth kind. The handler's `actor` has exactly this type. */
export type Actors = {
  /** The endpoint is open to every caller. */
  none: null;
  /**
   * `Authorization: Bearer <access token>` of an active user, as read for this request. `signedInAt` is in
   * epoch milliseconds.
   */
  user: SignedIn;
  /** Like `user`, or `null` without a valid token. */
  optionalUser: SignedIn | null;
  /**
   * Like `user`, with the common view parameters: `userId` and `user` own the data, and `signedIn` is the
   * caller. Access to another user's data is in the audit record before the handler runs.
   */
  view: SignedIn & { viewer: Viewer; signedIn: User };
  /**
   * Like `view`, or a read-only key (`rk_…`) as Bearer or in the query parameter `key`, because spreadsheets
   * send no headers. `userId` is the account.
   */
  report: (SignedIn & { viewer: Viewer; signedIn: User }) | { userId: number; readKey: ReadCaller };
  /** Like `view`, or a secret key (`sk_…`) as Bearer, for writes that a server makes for its own account. */
  viewOrKey:
    | (SignedIn & { viewer: Viewer; signedIn: User })
    | { userId: number; secretKey: ConversionCaller };
  /** `x-svc-dev-token` with a configured operator token, or with the access token of an operator. */
  operator: Operator;
  /** `X-Dev-Token` with the same tokens, in the header that creates operators' accounts. */
  devToken: Operator;
  /** `Authorization: Bearer <operator's token>` of an active operator's account, as read for this request. */
  devUser: { devUserId: number; devUser: DevUser };
  /** `Authorization: Bearer rk_…` with a read-only key. The caller's own reads record its use. */
  readKey: ReadCaller;
  /** `Authorization: Bearer sk_…` with a secret Conversion API key. */
  conversionKey: ConversionCaller;
  /** A public pixel key in the body's `key`, so that `sendBeacon` needs no header. */
  pixelKey: PixelCaller;
  /** A body signed by the payment processor, in its header `Billing-Signature`. */
  billingSignature: null;
  /** A body signed by the licence partner, in `X-Partner-Timestamp` and `X-Partner-Signature`. */
  partnerSignature: null;
};
export type Auth = keyof Actors;
