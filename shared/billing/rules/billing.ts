import type { PaidStatus } from '#shared/accounts/rules/users.ts';

/** A subscription as the payment processor reports it. */
export type Subscription = {
  id: string;
  customerId: string;
  /** The processor's own word. */
  status: string;
  /** No payment is collected while it lasts. The processor's `status` does not show it. */
  isCollectionPaused: boolean;
  /** When the paid period ends, ISO 8601 in UTC. */
  periodEnd: string | null;
};

/** What is kept of a subscription, and from when that is. */
export type KnownSubscription = Subscription & {
  /** When the newest applied event was made, in the processor's epoch seconds; 0: none was. */
  asOf: number;
  /** When the processor was last asked for its state, in our epoch seconds; 0: never. */
  askedAt: number;
  /** Since when it is known to be paused, ISO 8601 in UTC. */
  pausedAt: string | null;
};

const ended: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
// A renewal that has not been paid yet is being retried: paid access continues meanwhile.
const paying: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

export const isEnded = ({ status }: Subscription) => ended.has(status);
export const isPaused = ({ status, isCollectionPaused }: Subscription) =>
  status === 'paused' || isCollectionPaused;
/** Whether it may still be collected for. */
export const isLive = (subscription: Subscription) => !isEnded(subscription) && !isPaused(subscription);

function standing(subscription: Subscription): PaidStatus {
  if (isEnded(subscription)) return 'canceled';
  if (isPaused(subscription)) return 'paused';
  if (subscription.status === 'unpaid') return 'canceled';
  return paying.has(subscription.status) ? 'active' : 'none';
}

/** What a user's subscriptions come to. It depends on their state alone, never on the order in which it was heard of. */
export function paidStatusOf(subscriptions: readonly Subscription[]): PaidStatus {
  const standings = new Set(subscriptions.map(standing));
  return (['active', 'paused', 'canceled'] as const).find((status) => standings.has(status)) ?? 'none';
}

/** How far our clock and the processor's may differ. */
const skewSeconds = 300;

/**
 * Whether an event, made at `created` in epoch seconds, is newer than what is known of its subscription. `unsure`: made
 * in the same second as the newest one, or about when the processor was asked; only the processor can tell.
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

/** A user's subscriptions after one of them was heard of. `now` in epoch milliseconds. */
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
