import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { days } from '#shared/values/durations.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** How long deliveries and their payloads are kept. */
export const retentionMs = days(30);

/** Seconds from one attempt to the next: about 28 hours in all. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;
export const maxAttempts = retrySeconds.length + 1;

/** So many different deliveries that fail in a row mean the endpoint, not the deliveries. */
export const failuresOfEndpoint = 3;

/** What the customer's server answered. */
export type Attempt = {
  at: string;
  /** HTTP status; absent when there was no answer. */
  status?: number;
  /** Why there was none. */
  error?: 'address_refused' | 'no_such_host' | 'no_answer' | 'timeout' | 'broken';
  /** The first KB of the response. */
  body: string;
  milliseconds: number;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held';

/** One event on its way to one endpoint. */
export type Delivery = {
  accountId: number;
  endpointId: string;
  /** Stable: the same event is `webhook-id` at every attempt and every endpoint. */
  eventId: string;
  type: WebhookEventType;
  /** When the event happened. */
  at: string;
  /** The body, as it is sent. */
  payload: string;
  /** `held`: the endpoint was disabled when the event came. `failed`: every attempt has failed. */
  status: DeliveryStatus;
  /** Failed attempts since it was sent or replayed. */
  attempts: number;
  lastAttempt?: Attempt;
  deliveredAt?: string;
  nextAttemptAt?: string;
};

/** The place of a delivery in its endpoint's log. */
export const placeOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) => `${at}#${eventId}`;

/** `20261121T093002120Z_evt_…`: the place as an id for addresses. */
export const deliveryIdOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) =>
  `${at.replace(/[-:.]/g, '')}_${eventId}`;

/** The place that an id names, or `null`. */
export function placeOfId(id: string): string | null {
  const [, y, mo, d, h, mi, s, ms, eventId] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_(evt_[0-9a-f]{32})$/.exec(id) ?? [];
  return eventId ? `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z#${eventId}` : null;
}

export const isSuccess = ({ status = 0 }: Attempt) => status >= 200 && status < 300;

/** Milliseconds before the next attempt after so many failed ones, with jitter of a tenth either way. */
export function retryDelayMs(attempts: number, random: number): number {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  return Math.round(seconds * 1000 * (0.9 + 0.2 * random));
}

/** A delivery with the time before which its endpoint's lane does not send it, when that is what it waits for. */
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
/** The longest wait before an attempt. */
export const longestRetryMs = Math.max(...retrySeconds) * 1100;

/** Whether a lane's worker sends this delivery now. A replay sends again what was last tried before it was asked for. */
export function isDue(delivery: Delivery, now: string, replayAt: string | undefined): boolean {
  const { status, nextAttemptAt = '', lastAttempt } = delivery;
  if (status === 'delivered') return false;
  if (replayAt !== undefined && (lastAttempt?.at ?? '') < replayAt) return true;
  return status !== 'failed' && !isAhead(Date.parse(nextAttemptAt), Date.parse(now), longestRetryMs);
}
