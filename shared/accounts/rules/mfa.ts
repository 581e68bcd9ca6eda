export type Mfa = {
  secret: string;
  /** Each use increases it, so that of two requests with one code only the first counts. */
  version: number;
  lastStep: number;
  recoveryCodes: string[];
  /** A repeated code does not count as a guess. */
  usedRecoveryCodes?: string[];
};

export type PendingMfa = Pick<Mfa, 'secret' | 'recoveryCodes'>;
