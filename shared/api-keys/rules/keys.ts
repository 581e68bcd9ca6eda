import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import type { Collecting } from '#shared/destinations/rules/destination.ts';
import type { AccountId } from '#shared/values/tenant.ts';
export type Environment = 'live' | 'test';
export type KeyKind = 'public' | 'secret' | 'read';

export const defaultClickWindowDays = 30;

export const keyPrefixes = { public: 'pk', secret: 'sk', read: 'rk' } as const;

/** A read-only key expires after this many days, because a forgotten spreadsheet may contain it. */
export const defaultReadKeyDays = 90;
export const maxReadKeyDays = 366;

export const maxKeys = 100;

/** A stolen session could request a secret again, so repeated requests work only this long. */
export const keyRequestHours = 48;

export const maxGraceSeconds = 604_800;

export type ConversionCaller = {
  keyId: string;
  accountId: AccountId;
  environment: Environment;
  pixelKey: string | null;
  /** An account that never had a destination has none. */
  collecting?: Collecting;
};

export const readScopes = ['performance'] as const;
export type ReadScope = (typeof readScopes)[number];

export type ReadCaller = ConversionCaller & { scope?: ReadScope };

export type PixelCaller = {
  keyId: string;
  accountId: AccountId;
  environment: Environment;
  pixelKey: string;
  allowedOrigins: readonly string[];
  clickWindowDays: number;
  clickRules: ClickRules;
  collecting?: Collecting;
};

export type ApiKey = {
  id: string;
  accountId: AccountId;
  kind: KeyKind;
  environment: Environment;
  name: string;
  prefix: string;
  last4: string;
  /** Only public keys are stored as they are; of other keys, the store has the hash. */
  sha256: string;
  pixelKey: string | null;
  /** Without a scope, a read-only key reads conversions and the funnel. */
  scope?: ReadScope;
  /** Older keys lack the account's `tokensValidAfter`. */
  sessionEpoch?: number;
  /** Times are ISO 8601 UTC. */
  createdAt: string;
  revokedAt?: string;
  suspendedAt?: string;
  expiresAt?: string;
  lastUsedAt?: string;
  rotatedAt?: string;
  previous?: { sha256: string; endsAt: string }[];
  exposure?: KeyExposure;
};

/** The origin is `null` if it is unsafe to show. */
export type KeyExposure = { at: string; origin: string | null; ending: string };

export const openExposure = ({ exposure, last4, revokedAt }: ApiKey): KeyExposure | null =>
  exposure && exposure.ending === last4 && !revokedAt ? exposure : null;
