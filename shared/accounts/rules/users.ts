import type { AccountDeletion } from './account-deletion.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Mfa, PendingMfa } from './mfa.ts';
import type { SessionsOfUser } from './user-sessions.ts';

export const paidStatuses = ['none', 'active', 'paused', 'canceled'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** A user at the identity provider. `subject` is the provider's ID and never changes. */
export type Identity = { issuer: string; subject: string };

/** Data that an invalidation removed, for a reactivation. `at` is ISO 8601 in UTC. */
export type AccountInvalidation = { at: string; email: string; identity: Identity | null };

/** Times are ISO 8601 in UTC. */
export type User = SessionsOfUser & {
  /** At least 1, grows with time, fits in 53 bits. */
  id: number;
  /** The form of `normalizedEmail`. */
  email: string;
  /** The owner has proved access to the mailbox (or phone). */
  emailVerified: boolean;
  /** E.164, for an account created with a phone. */
  phone: string | null;
  fullName: string | null;
  company: string | null;
  /** An http(s) URL. */
  companyWebsite: string | null;
  companyShortDesc: string | null;
  role: string | null;
  /** An IANA name. */
  timezone: string | null;
  /** A PHC string; `null` for an account without a password. */
  passwordHash: string | null;
  identity: Identity | null;
  isActive: boolean;
  paidStatus: PaidStatus;
  onWaitlist: boolean;
  assistantAdsEnabled: boolean;
  /**
   * Epoch milliseconds. Sessions that started under another value have ended, and so have tokens without a
   * session that were issued under it. It also ends a sign-in that is in progress. `sessionsEnded` moves it.
   */
  tokensValidAfter: number;
  createdAt: string;
  /** The confirmed second factor, and a pending factor. */
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  /** The account's next address, once the code of this generation is confirmed. */
  pendingEmail?: { email: string; generation: string } | null;
  /** Set after the owner deleted the account, until its erasure or restore. */
  deletion?: AccountDeletion | null;
  /**
   * Set after an operator invalidated the account, until its reactivation. Accounts of earlier versions have
   * none.
   */
  invalidation?: AccountInvalidation | null;
  /** The value of `tokensValidAfter` at the account's last recovery from before its e-mail was verified. */
  recoveredEpoch?: number;
  /** The times of the last restore and of the erasure, ISO 8601 in UTC. */
  restoredAt?: string;
  erasedAt?: string;
  /** Networks of the owner's recent sign-ins; older accounts have none. */
  knownNetworks?: KnownNetworks;
};

/** Returns whether the account's owner is verified: by an e-mail, a phone or an identity-provider sign-in. */
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

/** Returns a new account with the given fields and defaults. */
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
