import { AdtrailError } from './errors.ts';
import { eventIdOf, finite, timeOf } from './events.ts';
import { credentialsOf } from './options.ts';
import { answerOf, exchange, type SpendFetch } from './spend-exchange.ts';
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
const isList = ({ adjustments, pending }: Record<string, unknown>) =>
  Array.isArray(adjustments) && Array.isArray(pending);

/** States values after refunds, cancellations and corrections. */
export function adjustments(options: AdjustmentOptions = {}) {
  const { secretKey, baseUrl } = credentialsOf(options);
  const { timeoutMs = 30_000, fetch: send = globalThis.fetch as unknown as SpendFetch } = options;

  async function call(method: string, path: string, json?: object) {
    const headers = {
      ...{ authorization: `Bearer ${secretKey}`, 'user-agent': `adtrail-node/${version}` },
      ...(json && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
    return await exchange(`${baseUrl}/api/v1/pixel/${path}`, init, { send, timeoutMs });
  }
  const pathOf = (event: AdjustedEvent) => `events/${encodeURIComponent(eventIdOf(event))}/adjustment`;

  async function adjust(all: readonly NewAdjustment[]): Promise<AdjustmentResult[]> {
    // A retry of the adjustment sends the same time, so that it changes nothing.
    const now = new Date().toISOString();
    const items = all.map(({ netValue, currency, reason, effectiveAt = now, note, ...event }) => ({
      ...{ event_id: eventIdOf(event), net_value: finite(netValue, 'netValue'), reason },
      effective_at: timeOf(effectiveAt, 'effectiveAt'),
      ...(currency !== undefined && { currency }),
      ...(note !== undefined && { note }),
    }));
    const results: AdjustmentResult[] = [];
    for (let at = 0; at < items.length; at += most) {
      const part = { adjustments: items.slice(at, at + most) };
      const answer = await call('POST', 'adjustments', part);
      type Body = { results: AdjustmentResult[] };
      results.push(...answerOf<Body>(answer, baseUrl, (body) => Array.isArray(body.results)).results);
    }
    return results;
  }

  const list = async (event: AdjustedEvent): Promise<EventAdjustments> =>
    answerOf(await call('GET', pathOf(event)), baseUrl, isList);

  return {
    /** Sends any number of adjustments, 1,000 a request. A request with a problem stores nothing. */
    adjust,

    async refund(refund: NewRefund): Promise<AdjustmentResult> {
      const [result] = await adjust([{ ...refund, reason: 'refund' }]);
      if (!result) throw new AdtrailError('The response has no result.', { code: 'no_result' });
      return result;
    },

    /** Withdraws the adjustment, or the newest without `adjustmentId`, so that a second call withdraws one more. */
    async withdraw({
      adjustmentId,
      ...event
    }: AdjustedEvent & { adjustmentId?: string | undefined }): Promise<
      EventAdjustments & { withdrawn: Adjustment | null }
    > {
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
      if (answer.isRepeat && answer.status === 404)
        return { ...listed, adjustments: [], pending: [], withdrawn: target };
      const after = answerOf<typeof listed & { withdrawn: Adjustment | null }>(answer, baseUrl, isList);
      return answer.isRepeat ? { ...after, withdrawn: after.withdrawn ?? target } : after;
    },

    list,
  };
}

const newerOf = (one: Adjustment | undefined, other: Adjustment) =>
  one && one.effective_at >= other.effective_at ? one : other;
