export const paidStatuses = ['none', 'active', 'paused', 'canceled'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** Who a person is to the identity provider: `subject` is the provider's own name for it and never changes. */
export type Identity = { issuer: string; subject: string };

/** An account. Times of day are ISO 8601 in UTC. */
export type User = {
  /** At least 1, grows with time, fits in 53 bits. */
  id: number;
  /** As `normalizedEmail` writes it. */
  email: string;
  /** Whether the account's owner has shown to read mail (or messages) sent there. */
  emailVerified: boolean;
  /** E.164, of an account made with a phone. */
  phone: string | null;
  fullName: string | null;
  company: string | null;
  /** An http(s) URL. */
  companyWebsite: string | null;
  companyShortDesc: string | null;
  role: string | null;
  /** An IANA name. */
  timezone: string | null;
  /** A PHC string; `null` while the account has no password. */
  passwordHash: string | null;
  identity: Identity | null;
  isActive: boolean;
  paidStatus: PaidStatus;
  onWaitlist: boolean;
  assistantAdsEnabled: boolean;
  /** Epoch milliseconds: tokens issued before are refused. */
  tokensValidAfter: number;
  createdAt: string;
};

type Given = Pick<User, 'id' | 'email' | 'createdAt'> & Partial<User>;

/** A new account: what is given, over what every account begins with. */
export const newAccount = (given: Given): User => ({
  emailVerified: false,
  phone: null,
  fullName: null,
  company: null,
  companyWebsite: null,
  companyShortDesc: null,
  role: null,
  timezone: null,
  passwordHash: null,
  identity: null,
  isActive: true,
  paidStatus: 'none',
  onWaitlist: false,
  assistantAdsEnabled: false,
  tokensValidAfter: 0,
  ...given,
});
