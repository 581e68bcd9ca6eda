import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
export type Environment = 'live' | 'test';
export type KeyKind = 'public' | 'secret' | 'read';

/** Days in which a click earns conversions, unless the pixel's settings differ. */
export const defaultClickWindowDays = 30;

/** Keys of each kind begin with these prefixes. */
export const keyPrefixes = { public: 'pk', secret: 'sk', read: 'rk' } as const;

/** A read-only key may remain in forgotten spreadsheets, so it always expires. */
export const defaultReadKeyDays = 90;
export const maxReadKeyDays = 366;

/** The longest time that the previous secret works after a rotation. */
export const maxGraceSeconds = 604_800;

/** `pixelKey` is `null` for a key without a scope. */
export type ConversionCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string | null;
};

/** A read-only key with this scope reads the performance report too, which shows what ads cost. */
export const readScopes = ['performance'] as const;
export type ReadScope = (typeof readScopes)[number];

/** A read-only key reads reports of one environment, and of one pixel if it is scoped. */
export type ReadCaller = ConversionCaller & { scope?: ReadScope };

export type PixelCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string;
  allowedOrigins: readonly string[];
  clickWindowDays: number;
  clickRules: ClickRules;
};

export type ApiKey = {
  id: string;
  accountId: number;
  kind: KeyKind;
  environment: Environment;
  name: string;
  prefix: string;
  last4: string;
  /** SHA-256 of the whole key. Only a public key is stored itself. */
  sha256: string;
  /** A public key itself, or the public key of a scoped secret key. */
  pixelKey: string | null;
  /** Only a read-only key has a scope. Without it, the key reads conversions and the funnel. */
  scope?: ReadScope;
  /** `tokensValidAfter` of the account at the issue. Older keys lack it. */
  sessionEpoch?: number;
  /** ISO 8601 UTC. */
  createdAt: string;
  revokedAt?: string;
  /** The time since which the key's account is inactive. The key works again with the account. */
  suspendedAt?: string;
  expiresAt?: string;
  lastUsedAt?: string;
  rotatedAt?: string;
  previous?: { sha256: string; endsAt: string }[];
  /** The last time that a browser sent one of its secrets. */
  exposure?: KeyExposure;
};

/** `origin` is the page's origin, if it can be shown; `ending` has the last characters of the secret. */
export type KeyExposure = { at: string; origin: string | null; ending: string };

/** Returns the exposure of the current secret, because rotation and revocation make a key safe again. */
export const openExposure = ({ exposure, last4, revokedAt }: ApiKey): KeyExposure | null =>
  exposure && exposure.ending === last4 && !revokedAt ? exposure : null;
