import { type Item, makeDelivery } from './delivery.ts';
import { eventIdOf, finite, timeOf } from './events.ts';
import { type CallOptions, credentialsOf, type DeliveryOptions, logError } from './options.ts';
import { doNothing } from './quiet.ts';
import { answerOf, exchange, reported, type SpendFetch } from './spend-exchange.ts';
import type { Sent } from './types.ts';
import { version } from './version.ts';

export {
  AdtrailError,
  ClosedError,
  EventRefusedError,
  NotDeliveredError,
  QueueFullError,
  RequestRefusedError,
} from './errors.ts';
export type { CallOptions, DeliveryOptions } from './options.ts';
export type { Sent } from './types.ts';

export type AdjustmentReason = 'refund' | 'cancellation' | 'correction' | 'test';
/** An order's event is `order_created:<orderId>`. */
export type AdjustedEvent = { eventId: string } | { orderId: string | number };
type Statement = {
  /** The value that remains after the refund, in units of the currency (not the difference). */
  netValue: number | string;
  /** The currency of the event is the default. */
  currency?: string | undefined;
  /** When the value changed. Default: the time of the call. */
  effectiveAt?: Date | string | undefined;
  note?: string | undefined;
};
export type NewRefund = AdjustedEvent & Statement;
export type NewAdjustment = AdjustedEvent & Statement & { reason: AdjustmentReason };

export type Adjustment = {
  adjustment_id: string;
  net_value: string;
  reason: AdjustmentReason;
  effective_at: string;
  adjusted_at: string;
  adjusted_by: { kind: string; id: string | null };
  /** When the last repeat without a time of its own arrived. */
  repeated_at?: string;
  note?: string;
};
type Valued = {
  event_id: string;
  environment: 'live' | 'test';
  value: string | null;
  currency: string | null;
  net_value: string | null;
};
export type AdjustmentResult = Valued & {
  adjustment: Adjustment;
  /** The event has not arrived yet. The adjustment waits 90 days for its event. */
  pending: boolean;
  /** A newer adjustment of the event decides. */
  superseded: boolean;
  unchanged: boolean;
  refused?: string;
  warnings?: { code: string; fields: string[] }[];
};
export type EventAdjustments = Valued & {
  counted: boolean | null;
  adjustments: Adjustment[];
  pending: (Adjustment & { refused?: string })[];
};

export type AdjustmentOptions = DeliveryOptions & {
  /** Called for the results of every request, also of one in the spool of an earlier process. */
  onResult?: ((results: AdjustmentResult[]) => void) | undefined;
};

const maxItems = 1000;
const isList = ({ adjustments, pending }: Record<string, unknown>) => Array.isArray(adjustments) && Array.isArray(pending);

/**
 * States values after refunds, cancellations and corrections. They are delivered as events are: with retries,
 * and from the spool if the options have a spool.
 */
export function adjustments(options: AdjustmentOptions = {}) {
  const { secretKey, baseUrl } = credentialsOf(options);
  const { timeoutMs = 30_000, serverless, onError = logError } = options;
  const { retryForMs = serverless ? 10_000 : undefined } = options;
  const send = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const delivery = makeDelivery<AdjustmentResult[]>({
    ...options,
    path: 'adjustments',
    kind: 'adjustments',
    batchSize: 1,
    batchDelayMs: 0,
    bodyOf: (item) => item,
    isComplete: ({ results }) => Array.isArray(results) && results.length > 0,
    settle: ([request], { body }) => request?.succeed(body.results as AdjustmentResult[]),
  });

  async function call(method: 'GET' | 'DELETE', path: string) {
    const headers = { authorization: `Bearer ${secretKey}`, 'user-agent': `adtrail-node/${version}` };
    const url = `${baseUrl}/api/v1/pixel/${path}`;
    return await exchange(url, { method, headers }, { send: send as SpendFetch, timeoutMs, retryForMs });
  }
  const pathOf = (event: AdjustedEvent) => `events/${encodeURIComponent(eventIdOf(event))}/adjustment`;

  function requestOf(all: readonly NewAdjustment[], now: string): Item {
    const items = all.map(({ netValue, currency, reason, effectiveAt = now, note, ...event }) => ({
      event_id: eventIdOf(event),
      net_value: finite(netValue, 'netValue'),
      reason,
      effective_at: timeOf(effectiveAt, 'effectiveAt'),
      ...(currency !== undefined && { currency }),
      ...(note !== undefined && { note }),
    }));
    return { json: JSON.stringify({ adjustments: items }) };
  }

  function adjust(all: readonly NewAdjustment[], call?: CallOptions): Sent<AdjustmentResult[]> {
    // A retry of the adjustment sends the same time, so that it changes nothing.
    const now = new Date().toISOString();
    const count = Array.isArray(all) ? all.length : 1;
    if (count > 0 && count <= maxItems) return delivery.send(() => requestOf(all, now), call);
    const requests: Sent<AdjustmentResult[]>[] = [];
    for (let at = 0; at < count; at += maxItems) requests.push(delivery.send(() => requestOf(all.slice(at, at + maxItems), now), call));
    return sentBy(
      Promise.all(requests).then((results) => results.flat()),
      Promise.all(requests.map(({ queued }) => queued)),
    );
  }

  const list = async (event: AdjustedEvent): Promise<EventAdjustments> => answerOf(await call('GET', pathOf(event)), baseUrl, isList);

  async function withdraw({
    adjustmentId,
    ...event
  }: AdjustedEvent & { adjustmentId?: string | undefined }): Promise<EventAdjustments & { withdrawn: Adjustment | null }> {
    // A retry without the ID would withdraw another adjustment.
    const listed = await list(event as AdjustedEvent);
    const all = [...listed.pending.filter(({ refused }) => !refused), ...listed.adjustments];
    const target =
      adjustmentId === undefined
        ? all.reduce<Adjustment | undefined>(newerOf, undefined)
        : all.find(({ adjustment_id: id }) => id === adjustmentId);
    if (!target) return { ...listed, withdrawn: null };
    const { adjustment_id: id } = target;
    const query = `?adjustment_id=${encodeURIComponent(id)}`;
    const answer = await call('DELETE', `${pathOf(event as AdjustedEvent)}${query}`);
    // The event had not arrived, and this was its only adjustment.
    if (answer.isRepeat && answer.status === 404) return { ...listed, adjustments: [], pending: [], withdrawn: target };
    const after = answerOf<typeof listed & { withdrawn: Adjustment | null }>(answer, baseUrl, isList);
    return answer.isRepeat ? { ...after, withdrawn: after.withdrawn ?? target } : after;
  }

  return {
    /** Sends any number of adjustments, 1,000 a request. A request with a problem stores nothing. */
    adjust,

    /** States what a refund leaves of an order. You do not have to await it. */
    refund(refund: NewRefund, call?: CallOptions): Sent<AdjustmentResult> {
      const sent = adjust([{ ...refund, reason: 'refund' }], call);
      return sentBy(
        sent.then(([result]) => result as AdjustmentResult),
        sent.queued,
      );
    },

    /** Withdraws the adjustment, or the newest without `adjustmentId`, so that a second call withdraws one more. */
    withdraw: reported(onError, withdraw),

    list: reported(onError, list),

    /** The number of requests without a result. */
    pending: delivery.undelivered,

    /** Like `flush` of the client for events. */
    flush: delivery.flush,

    /** Like `close` of the client for events. Call it on SIGTERM. */
    close: delivery.close,
  };
}

/** An ignored promise never ends the process of the application. */
function sentBy<Result>(result: Promise<Result>, queued: Promise<unknown>): Sent<Result> {
  const done = queued.then(doNothing);
  for (const promise of [result, done]) promise.catch(doNothing);
  return Object.assign(result, { queued: done });
}

const newerOf = (one: Adjustment | undefined, other: Adjustment) => (one && one.effective_at >= other.effective_at ? one : other);
