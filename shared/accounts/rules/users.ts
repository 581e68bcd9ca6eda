import type { UserId } from '#shared/values/tenant.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Mfa, PendingMfa } from './mfa.ts';
import type { SessionsOfUser } from './user-sessions.ts';

export const paidStatuses = ['none', 'active', 'paused', 'canceled'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** `subject` is the provider's ID of the user and never changes. */
export type Identity = { issuer: string; subject: string };

export type AccountInvalidation = { at: string; email: string; identity: Identity | null };

export type AccountDeletion = { requestedAt: string; eraseAt: string };

/** Times are ISO 8601 in UTC. */
export type User = SessionsOfUser & {
  /** User IDs are at least 1, grow with time and have 53 bits. */
  id: UserId;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  fullName: string | null;
  company: string | null;
  companyWebsite: string | null;
  companyShortDesc: string | null;
  role: string | null;
  timezone: string | null;
  passwordHash: string | null;
  identity: Identity | null;
  isActive: boolean;
  paidStatus: PaidStatus;
  onWaitlist: boolean;
  assistantAdsEnabled: boolean;
  /** Sessions, tokens and pending sign-ins from before this time (epoch milliseconds) are invalid. */
  tokensValidAfter: number;
  createdAt: string;
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  pendingEmail?: { email: string; generation: string } | null;
  deletion?: AccountDeletion | null;
  invalidation?: AccountInvalidation | null;
  /** The last recovery of an unverified e-mail set this `tokensValidAfter`. */
  recoveredEpoch?: number;
  restoredAt?: string;
  erasedAt?: string;
  knownNetworks?: KnownNetworks;
};

export const isVerified = ({ emailVerified, phone, identity }: Pick<User, 'emailVerified' | 'phone' | 'identity'>) =>
  emailVerified || phone !== null || identity !== null;

/** The value of `tokensValidAfter` always grows, even if a clock goes back. */
export const sessionsEnded = ({ tokensValidAfter }: Pick<User, 'tokensValidAfter'>, now: number) => ({
  tokensValidAfter: Math.max(now, tokensValidAfter + 1),
});

type Given = Pick<User, 'id' | 'email' | 'createdAt'> & Partial<User>;

export const newAccount = (fields: Given): User => ({
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
  ...fields,
});
