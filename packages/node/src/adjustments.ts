import { AdtrailError } from './errors.ts';
import { credentialsOf } from './options.ts';
import { exchange, refusalOf, type SpendFetch } from './spend-exchange.ts';
import { version } from './version.ts';

export { AdtrailError, RequestRefusedError } from './errors.ts';

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

export type AdjustmentOptions = {
  /** `sk_live_…` or `sk_test_…`. Default: the environment variable `ADTRAIL_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** The service's address, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** The timeout of a request. Default: 30 s. */
  timeoutMs?: number | undefined;
  fetch?: SpendFetch | undefined;
};

const most = 1000;
const eventIdOf = (event: AdjustedEvent) =>
  'eventId' in event ? event.eventId : `order_created:${event.orderId}`;

/** States values after refunds, cancellations and corrections. Each call is safe to repeat. */
export function adjustments(options: AdjustmentOptions = {}) {
  const { secretKey, baseUrl } = credentialsOf(options);
  const { timeoutMs = 30_000, fetch: send = globalThis.fetch as unknown as SpendFetch } = options;

  async function call<T>(method: string, path: string, json?: object): Promise<T> {
    const headers = {
      ...{ authorization: `Bearer ${secretKey}`, 'user-agent': `adtrail-node/${version}` },
      ...(json && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
    const answer = await exchange(`${baseUrl}/api/v1/pixel/${path}`, init, { send, timeoutMs });
    if (answer.status >= 300) throw refusalOf(answer);
    return answer.body as T;
  }
  const pathOf = (event: AdjustedEvent) => `events/${encodeURIComponent(eventIdOf(event))}/adjustment`;

  async function adjust(all: readonly NewAdjustment[]): Promise<AdjustmentResult[]> {
    // A retry of the adjustment sends the same time, so that it changes nothing.
    const now = new Date().toISOString();
    const items = all.map(({ netValue, currency, reason, effectiveAt = now, note, ...event }) => ({
      ...{ event_id: eventIdOf(event as AdjustedEvent), net_value: netValue, reason },
      ...{ effective_at: effectiveAt instanceof Date ? effectiveAt.toISOString() : effectiveAt },
      ...(currency !== undefined && { currency }),
      ...(note !== undefined && { note }),
    }));
    const results: AdjustmentResult[] = [];
    for (let at = 0; at < items.length; at += most) {
      const part = { adjustments: items.slice(at, at + most) };
      results.push(...(await call<{ results: AdjustmentResult[] }>('POST', 'adjustments', part)).results);
    }
    return results;
  }

  return {
    /** Sends any number of adjustments, 1,000 a request. A request with a problem stores nothing. */
    adjust,

    async refund(refund: NewRefund): Promise<AdjustmentResult> {
      const [result] = await adjust([{ ...refund, reason: 'refund' }]);
      if (!result) throw new AdtrailError('The response has no result.', { code: 'no_result' });
      return result;
    },

    /** Withdraws the adjustment, or the newest without `adjustmentId`, so that a repeat withdraws one more. */
    withdraw: ({
      adjustmentId,
      ...event
    }: AdjustedEvent & { adjustmentId?: string | undefined }): Promise<
      EventAdjustments & { withdrawn: Adjustment | null }
    > =>
      call(
        'DELETE',
        `${pathOf(event as AdjustedEvent)}${adjustmentId === undefined ? '' : `?adjustment_id=${encodeURIComponent(adjustmentId)}`}`,
      ),

    list: (event: AdjustedEvent): Promise<EventAdjustments> => call('GET', pathOf(event)),
  };
}
