import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
export type Environment = 'live' | 'test';
export type KeyKind = 'public' | 'secret' | 'read';

/** How long a click earns conversions, unless the settings of its pixel say otherwise. */
export const defaultClickWindowDays = 30;

/** How keys of each kind begin. */
export const keyPrefixes = { public: 'pk', secret: 'sk', read: 'rk' } as const;

/** A read-only key is kept in spreadsheets that are forgotten, so it always ends: after these days unless it names others. */
export const defaultReadKeyDays = 90;
export const maxReadKeyDays = 366;

/** How long the earlier secret of a key can work after a rotation. */
export const maxGraceSeconds = 604_800;

/** The holder of a secret Conversion API key. `pixelKey` is the public key it is scoped to, or `null` for all of the account's. */
export type ConversionCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string | null;
};

/** The holder of a read-only key: it reads reports of one environment, and of one pixel if it is scoped to it. */
export type ReadCaller = ConversionCaller;

/** A page that names a public pixel key. */
export type PixelCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string;
  /** Origins that may use it from a browser; empty: any. */
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
  /** Everything up to the random part, and its last four characters: enough to tell keys apart. */
  prefix: string;
  last4: string;
  /** SHA-256 of the whole key; the key itself is stored only when it is public. */
  sha256: string;
  /** A public key itself, or the public key a secret one is scoped to. */
  pixelKey: string | null;
  /** `tokensValidAfter` of the account when the key was issued. Keys without it are older than the field. */
  sessionEpoch?: number;
  /** ISO 8601 UTC. */
  createdAt: string;
  revokedAt?: string;
  /** Since when the account of the key is inactive. The key works again once the account does. */
  suspendedAt?: string;
  /** Of a read-only key: when it ends. */
  expiresAt?: string;
  lastUsedAt?: string;
  rotatedAt?: string;
  /** Older secrets and when each stops, newest first; ended ones may be among them. */
  previous?: { sha256: string; endsAt: string }[];
  /** The last time that a browser sent one of its secrets. */
  exposure?: KeyExposure;
};

/** `origin`: of the page, if it can be shown; `ending`: the last characters of the secret. */
export type KeyExposure = { at: string; origin: string | null; ending: string };

/** The exposure of the secret that works now: a rotated or revoked key is safe again. */
export const openExposure = ({ exposure, last4, revokedAt }: ApiKey): KeyExposure | null =>
  exposure && exposure.ending === last4 && !revokedAt ? exposure : null;
