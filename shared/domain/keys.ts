export type Environment = 'live' | 'test';
export type KeyKind = 'public' | 'secret';

/** The holder of a secret Conversion API key. `pixelKey` is the public key it is scoped to, or `null` for all of the account's. */
export type ConversionCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string | null;
};

/** A page that names a public pixel key. */
export type PixelCaller = {
  keyId: string;
  accountId: number;
  environment: Environment;
  pixelKey: string;
  /** Origins that may use it from a browser; empty: any. */
  allowedOrigins: readonly string[];
  clickWindowDays: number;
};
