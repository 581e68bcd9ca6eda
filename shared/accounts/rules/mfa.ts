/** The second factor of an account: TOTP, and recovery codes for a lost device. */
export type Mfa = {
  /** The shared secret, sealed. */
  secret: string;
  /** Grows with every use, so that of two requests with one code only the first counts. */
  version: number;
  /** The time step of the newest accepted code. Earlier steps are rejected. */
  lastStep: number;
  /** Keyed hashes of the unused recovery codes. */
  recoveryCodes: string[];
  /** Keyed hashes of used recovery codes. A repeated code does not count as a guess. */
  usedRecoveryCodes?: string[];
};

/** A second factor before its confirmation. */
export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
