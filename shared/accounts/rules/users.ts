import type { AccountDeletion } from './account-deletion.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Mfa, PendingMfa } from './mfa.ts';
import type { SessionsOfUser } from './user-sessions.ts';

export const paidStatuses = ['none', 'active', 'paused', 'canceled'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** A person at the identity provider: `subject` is the provider's id of them and never changes. */
export type Identity = { issuer: string; subject: string };

/** What an invalidation took from an account, so that it can be given back. `at` is ISO 8601 in UTC. */
export type AccountInvalidation = { at: string; email: string; identity: Identity | null };

/** An account. Times of day are ISO 8601 in UTC. */
export type User = SessionsOfUser & {
  /** At least 1, grows with time, fits in 53 bits. */
  id: number;
  /** As `normalizedEmail` writes it. */
  email: string;
  /** Whether the account's owner has shown to read mail (or messages) sent there. */
  emailVerified: boolean;
  /** In E.164 form, for an account created with a phone. */
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
  /**
   * Epoch milliseconds: sessions that started under another value have ended, and so have tokens without a session that
   * were issued under one. A sign-in on its way while the sessions are ended is ended with them. `sessionsEnded` moves it.
   */
  tokensValidAfter: number;
  createdAt: string;
  /** The second factor, once it is confirmed, and the one to be confirmed. */
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  /** The address that the account is to have once the code named here is confirmed. */
  pendingEmail?: { email: string; generation: string } | null;
  /** Of an account that its owner has deleted, until it is erased or restored. */
  deletion?: AccountDeletion | null;
  /** Of an account that an operator has invalidated, until it is reactivated. Accounts of earlier versions have none. */
  invalidation?: AccountInvalidation | null;
  /** `tokensValidAfter` since the last recovery of the account from before its e-mail was verified. */
  recoveredEpoch?: number;
  /** When it was restored last, and when it was erased: ISO 8601 in UTC. */
  restoredAt?: string;
  erasedAt?: string;
  /** Networks that the owner signed in from lately; older accounts have none. */
  knownNetworks?: KnownNetworks;
};

/** Whether the account has shown to be somebody's: by a verified e-mail, a phone or an identity-provider sign-in. */
export const isVerified = ({
  emailVerified,
  phone,
  identity,
}: Pick<User, 'emailVerified' | 'phone' | 'identity'>) =>
  emailVerified || phone !== null || identity !== null;

/** What ends every session of an account: a later value than the one before, whatever the clocks say. */
export const sessionsEnded = ({ tokensValidAfter }: Pick<User, 'tokensValidAfter'>, now: number) => ({
  tokensValidAfter: Math.max(now, tokensValidAfter + 1),
});

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
