import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export const retentionMs = days(30);

/** The delays between attempts add up to about 28 hours. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;
export const maxAttempts = retrySeconds.length + 1;

/** After this many failed deliveries in a row, the endpoint is failing. */
export const failuresOfEndpoint = 3;

export type Attempt = {
  at: string;
  status?: number;
  error?: 'address_refused' | 'no_such_host' | 'no_answer' | 'timeout' | 'broken';
  body: string;
  milliseconds: number;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held';

export type Delivery = {
  accountId: AccountId;
  endpointId: string;
  /** Every attempt sends the same `webhook-id`. */
  eventId: string;
  type: WebhookEventType;
  at: string;
  payload: string;
  /** A delivery is `held` if its endpoint was disabled when the event came. */
  status: DeliveryStatus;
  attempts: number;
  lastAttempt?: Attempt;
  deliveredAt?: string;
  nextAttemptAt?: string;
};

export const placeOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) => `${at}#${eventId}`;

export const deliveryIdOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) =>
  `${at.replace(/[-:.]/g, '')}_${eventId}`;

export function placeOfId(id: string): string | null {
  const [, y, mo, d, h, mi, s, ms, eventId] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_(evt_[0-9a-f]{32})$/.exec(id) ?? [];
  return eventId ? `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z#${eventId}` : null;
}

export const isSuccess = ({ status = 0 }: Attempt) => status >= 200 && status < 300;

/** Returns milliseconds with a jitter of a tenth in either direction. */
export function retryDelayMs(attempts: number, random: number): number {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  return Math.round(seconds * 1000 * (0.9 + 0.2 * random));
}

export function withLaneTime(
  delivery: Delivery,
  { laneWaiting, laneDueAt }: Pick<WebhookEndpoint, 'laneWaiting' | 'laneDueAt'>,
  now: string,
): Delivery {
  const { status, nextAttemptAt } = delivery;
  const isWaiting = laneWaiting !== undefined && laneDueAt !== undefined && laneDueAt > now;
  return status === 'pending' && nextAttemptAt === undefined && isWaiting
    ? { ...delivery, nextAttemptAt: laneDueAt }
    : delivery;
}
export const longestRetryMs = Math.max(...retrySeconds) * 1100;

export function isDue(delivery: Delivery, now: string, replayAt: string | undefined): boolean {
  const { status, nextAttemptAt = '', lastAttempt } = delivery;
  if (status === 'delivered') return false;
  if (replayAt !== undefined && (lastAttempt?.at ?? '') < replayAt) return true;
  return status !== 'failed' && !isAhead(Date.parse(nextAttemptAt), Date.parse(now), longestRetryMs);
}
