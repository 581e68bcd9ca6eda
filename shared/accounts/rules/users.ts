import type { AccountDeletion } from './account-deletion.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Mfa, PendingMfa } from './mfa.ts';
import type { SessionsOfUser } from './user-sessions.ts';

export const paidStatuses = ['none', 'active', 'paused', 'canceled'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** `subject` is the provider's ID and never changes. */
export type Identity = { issuer: string; subject: string };

/** A reactivation restores this data. `at` is ISO 8601 in UTC. */
export type AccountInvalidation = { at: string; email: string; identity: Identity | null };

/** Times are ISO 8601 in UTC. */
export type User = SessionsOfUser & {
  /** The ID is at least 1, grows with time, and fits in 53 bits. */
  id: number;
  email: string;
  /** The owner has proved access to the mailbox (or phone). */
  emailVerified: boolean;
  phone: string | null;
  fullName: string | null;
  company: string | null;
  companyWebsite: string | null;
  companyShortDesc: string | null;
  role: string | null;
  timezone: string | null;
  /** `null` means an account without a password. Otherwise it is a PHC string. */
  passwordHash: string | null;
  identity: Identity | null;
  isActive: boolean;
  paidStatus: PaidStatus;
  onWaitlist: boolean;
  assistantAdsEnabled: boolean;
  /**
   * Epoch milliseconds. A new value ends sessions, tokens without a session and a sign-in in progress that
   * have an older value.
   */
  tokensValidAfter: number;
  createdAt: string;
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  /** The address becomes the account's once the code of this generation is confirmed. */
  pendingEmail?: { email: string; generation: string } | null;
  deletion?: AccountDeletion | null;
  invalidation?: AccountInvalidation | null;
  /** The last recovery from before the verification of the e-mail had this `tokensValidAfter`. */
  recoveredEpoch?: number;
  restoredAt?: string;
  erasedAt?: string;
  knownNetworks?: KnownNetworks;
};

export const isVerified = ({
  emailVerified,
  phone,
  identity,
}: Pick<User, 'emailVerified' | 'phone' | 'identity'>) =>
  emailVerified || phone !== null || identity !== null;

/** Ends every session of an account. The value always grows, whatever the clocks say. */
export const sessionsEnded = ({ tokensValidAfter }: Pick<User, 'tokensValidAfter'>, now: number) => ({
  tokensValidAfter: Math.max(now, tokensValidAfter + 1),
});

type Given = Pick<User, 'id' | 'email' | 'createdAt'> & Partial<User>;

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
