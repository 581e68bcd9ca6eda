import type { PaidStatus } from '#shared/accounts/rules/users.ts';

export type Subscription = {
  id: string;
  customerId: string;
  /** The processor's own term. */
  status: string;
  /** The processor collects no payment. Its `status` does not show this. */
  isCollectionPaused: boolean;
  /** The end of the paid period, ISO 8601 in UTC. */
  periodEnd: string | null;
};

export type KnownSubscription = Subscription & {
  /** The time of the newest applied event, in the processor's epoch seconds, or 0. */
  asOf: number;
  /** The last request to the processor for its state, in our epoch seconds, or 0. */
  askedAt: number;
  /** The first time that it was known to be paused, ISO 8601 in UTC. */
  pausedAt: string | null;
};

const ended: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
// The processor retries an unpaid renewal, and paid access continues meanwhile.
const paying: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

export const isEnded = ({ status }: Subscription) => ended.has(status);
export const isPaused = ({ status, isCollectionPaused }: Subscription) =>
  status === 'paused' || isCollectionPaused;
/** Returns whether the processor may still collect payments. */
export const isLive = (subscription: Subscription) => !isEnded(subscription) && !isPaused(subscription);

function standing(subscription: Subscription): PaidStatus {
  if (isEnded(subscription)) return 'canceled';
  if (isPaused(subscription)) return 'paused';
  if (subscription.status === 'unpaid') return 'canceled';
  return paying.has(subscription.status) ? 'active' : 'none';
}

/** Derives a user's status from the state of the subscriptions, regardless of the order of events. */
export function paidStatusOf(subscriptions: readonly Subscription[]): PaidStatus {
  const standings = new Set(subscriptions.map(standing));
  return (['active', 'paused', 'canceled'] as const).find((status) => standings.has(status)) ?? 'none';
}

/** The maximum difference between our clock and the processor's. */
const skewSeconds = 300;

/**
 * Compares an event (`created` in epoch seconds) with the known state of its subscription. `unsure` means
 * that it was created in the same second as the newest event, or about when the processor was last asked;
 * only the processor knows the order.
 */
export function ageOf(
  created: number,
  known: Pick<KnownSubscription, 'asOf' | 'askedAt'> | undefined,
): 'newer' | 'older' | 'unsure' {
  if (!known) return 'newer';
  const { asOf, askedAt } = known;
  if (created < asOf || created < askedAt - skewSeconds) return 'older';
  return created === asOf || created <= askedAt + skewSeconds ? 'unsure' : 'newer';
}

/** Merges news of a subscription into a user's subscriptions. `now` is in epoch milliseconds. */
export function withSubscription(
  known: readonly KnownSubscription[],
  news: Subscription & Partial<Pick<KnownSubscription, 'asOf' | 'askedAt'>>,
  now: number,
): KnownSubscription[] {
  const before = known.find(({ id }) => id === news.id);
  const after: KnownSubscription = {
    ...news,
    asOf: Math.max(before?.asOf ?? 0, news.asOf ?? 0),
    askedAt: Math.max(before?.askedAt ?? 0, news.askedAt ?? 0),
    pausedAt: isPaused(news) ? (before?.pausedAt ?? new Date(now).toISOString()) : null,
  };
  return before ? known.map((one) => (one === before ? after : one)) : [...known, after];
}
