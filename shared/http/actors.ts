import type { User } from '#shared/accounts/rules/users.ts';
import type { ConversionCaller, PixelCaller, ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import type { DevUser, OperatorRole } from '#shared/operators/store/dev-users.ts';

/** Who looks at the data of a `view` endpoint: its owner, an operator, or a user who manages the owner. */
export type Viewer = { kind: 'self' } | { kind: 'operator' } | { kind: 'manager'; userId: number };

/** Who operates, as audit records name it. A reader may only read. */
export type Operator = { by: AuditActor; role: OperatorRole };

/** `sessionId` names the session of the token; tokens from before sessions existed have none. */
type SignedIn = { userId: number; user: User; signedInAt: number; sessionId?: string | undefined };

/** Who calls, per auth kind. The handler's `actor` has exactly this type. */
export type Actors = {
  /** Open to everybody. */
  none: null;
  /** `Authorization: Bearer <access token>` of an active user, as read for this request; `signedInAt` in epoch milliseconds. */
  user: SignedIn;
  /** As `user`; `null` without a token that is good. */
  optionalUser: SignedIn | null;
  /**
   * As `user`, with the common view parameters: `userId` and `user` are those whose data it is, `signedIn` is who asks.
   * What one sees of another is in the audit record before the handler runs.
   */
  view: SignedIn & { viewer: Viewer; signedIn: User };
  /**
   * As `view`, or a read-only key (`rk_…`): as Bearer, or in the query parameter `key`, since spreadsheets send no
   * headers. `userId` is the account.
   */
  report: (SignedIn & { viewer: Viewer; signedIn: User }) | { userId: number; readKey: ReadCaller };
  /** As `view`, or a secret key (`sk_…`) as Bearer, for writes that a server makes of its own account. */
  viewOrKey:
    | (SignedIn & { viewer: Viewer; signedIn: User })
    | { userId: number; secretKey: ConversionCaller };
  /** `x-svc-dev-token`: one of the configured operator tokens, or the access token of an operator. */
  operator: Operator;
  /** `X-Dev-Token`: the same tokens, in the header that creates operators' accounts. */
  devToken: Operator;
  /** `Authorization: Bearer <operator's token>` of an active operator's account, as read for this request. */
  devUser: { devUserId: number; devUser: DevUser };
  /** `Authorization: Bearer rk_…`: a read-only key, whose use the caller's own reads record. */
  readKey: ReadCaller;
  /** `Authorization: Bearer sk_…`: a secret Conversion API key. */
  conversionKey: ConversionCaller;
  /** A public pixel key in the body's `key`, so that `sendBeacon` needs no header. */
  pixelKey: PixelCaller;
  /** A body signed by the payment processor, in its header `Billing-Signature`. */
  billingSignature: null;
  /** A body signed by the licence partner, in `X-Partner-Timestamp` and `X-Partner-Signature`. */
  partnerSignature: null;
};
export type Auth = keyof Actors;
