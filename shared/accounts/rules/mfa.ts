/** The second factor of an account: TOTP, and recovery codes for a lost device. */
export type Mfa = {
  /** The shared secret, sealed. */
  secret: string;
  /** Grows with every use, so that of two requests with one code only the first counts. */
  version: number;
  /** The time step of the newest code that was accepted; earlier ones are refused. */
  lastStep: number;
  /** Keyed hashes of the recovery codes that are left. */
  recoveryCodes: string[];
  /** Keyed hashes of those that were used: one that is sent twice is no guess. */
  usedRecoveryCodes?: string[];
};

/** A second factor that is not confirmed yet. */
export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
