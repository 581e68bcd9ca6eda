export type Mfa = {
  secret: string;
  /** Only one of two requests with one code counts. */
  version: number;
  lastStep: number;
  recoveryCodes: string[];
  /** A repeated code is no guess. */
  usedRecoveryCodes?: string[];
};

export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
