import type { PaidStatus } from '#shared/accounts/rules/users.ts';

export type Subscription = {
  id: string;
  customerId: string;
  status: string;
  /** `status` does not show that the processor pauses its collection. */
  isCollectionPaused: boolean;
  /** The time is ISO 8601 UTC. */
  periodEnd: string | null;
};

export type KnownSubscription = Subscription & {
  /** The time is in epoch seconds of the processor's clock. */
  asOf: number;
  /** The time is in epoch seconds of our clock. */
  askedAt: number;
  pausedAt: string | null;
};

const ended: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
// The processor retries an unpaid renewal, and paid access continues meanwhile.
const paying: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

export const isEnded = ({ status }: Subscription) => ended.has(status);
export const isPaused = ({ status, isCollectionPaused }: Subscription) => status === 'paused' || isCollectionPaused;
export const isLive = (subscription: Subscription) => !isEnded(subscription) && !isPaused(subscription);

function standing(subscription: Subscription): PaidStatus {
  if (isEnded(subscription)) return 'canceled';
  if (isPaused(subscription)) return 'paused';
  if (subscription.status === 'unpaid') return 'canceled';
  return paying.has(subscription.status) ? 'active' : 'none';
}

export function paidStatusOf(subscriptions: readonly Subscription[]): PaidStatus {
  const standings = new Set(subscriptions.map(standing));
  return (['active', 'paused', 'canceled'] as const).find((status) => standings.has(status)) ?? 'none';
}

/** Our clock and the processor's differ by at most this. */
const skewSeconds = 300;

/** `created` is in epoch seconds. In the second of a known event (`unsure`), only the processor knows the order. */
export function ageOf(
  created: number,
  storedSubscription: Pick<KnownSubscription, 'asOf' | 'askedAt'> | undefined,
): 'newer' | 'older' | 'unsure' {
  if (!storedSubscription) return 'newer';
  const { asOf, askedAt } = storedSubscription;
  if (created < asOf || created < askedAt - skewSeconds) return 'older';
  return created === asOf || created <= askedAt + skewSeconds ? 'unsure' : 'newer';
}

/** `now` is in epoch milliseconds. */
export function withSubscription(
  storedSubscriptions: readonly KnownSubscription[],
  news: Subscription & Partial<Pick<KnownSubscription, 'asOf' | 'askedAt'>>,
  now: number,
): KnownSubscription[] {
  const before = storedSubscriptions.find(({ id }) => id === news.id);
  const after: KnownSubscription = {
    ...news,
    asOf: Math.max(before?.asOf ?? 0, news.asOf ?? 0),
    askedAt: Math.max(before?.askedAt ?? 0, news.askedAt ?? 0),
    pausedAt: isPaused(news) ? (before?.pausedAt ?? new Date(now).toISOString()) : null,
  };
  return before
    ? storedSubscriptions.map((subscription) => (subscription === before ? after : subscription))
    : [...storedSubscriptions, after];
}
