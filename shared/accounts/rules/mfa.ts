/** Recovery codes are for a lost TOTP device. */
export type Mfa = {
  secret: string;
  /** Grows with every use, so that of two requests with one code only the first counts. */
  version: number;
  /** The time step of the newest accepted code. Earlier steps are rejected. */
  lastStep: number;
  recoveryCodes: string[];
  /** Keyed hashes of used recovery codes. A repeated code does not count as a guess. */
  usedRecoveryCodes?: string[];
};

export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
