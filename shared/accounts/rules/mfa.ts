export type Mfa = {
  secret: string;
  /** Each use of a code increases the version, so only one of two requests with the same code counts. */
  version: number;
  lastStep: number;
  recoveryCodes: string[];
  /** The repeated use of a recovery code does not count as a guess. */
  usedRecoveryCodes?: string[];
};

export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
