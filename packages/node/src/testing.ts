import type { ConversionEvent, Fetch } from './types.ts';

type Item = ConversionEvent & {
  id?: string;
  type?: string;
  data?: Omit<ConversionEvent, 'event_id' | 'event_type'> & { amount?: number };
};
export type SentEvent = ConversionEvent & { amount?: number | undefined };

/**
 * Replaces the service in your tests: `new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'https://test',
 * ...transport })`. It accepts every event once, matched if it has a click ID, and stores it in `events`.
 */
export function testTransport() {
  const events: SentEvent[] = [];
  const failures: { status: number; retryAfter?: number }[] = [];
  const fetch: Fetch = async (_url, { body }) => {
    const failure = failures.shift();
    if (failure) {
      const text = JSON.stringify({ detail: 'A failure of the test.', code: 'test_failure' });
      return answer(failure.status, text, { 'retry-after': failure.retryAfter });
    }
    const requestBody = JSON.parse(body) as { events: Item[]; validate_only?: boolean };
    const results = requestBody.events.map((item, index) => {
      const { id, type, data, ...ownFields } = item;
      const event: SentEvent = id === undefined || type === undefined ? ownFields : { ...data, event_id: id, event_type: type };
      const duplicate = events.find(({ event_id }) => event_id === event.event_id);
      if (!duplicate && !requestBody.validate_only) events.push(event);
      const { event_id, event_type, svc_click_id } = duplicate ?? event;
      const matched = Boolean(svc_click_id);
      return {
        index,
        status: matched || duplicate ? 200 : 202,
        accepted: true,
        matched,
        duplicate: Boolean(duplicate),
        event_id,
        event_type,
        ...(matched ? { session_id: svc_click_id } : { reason: 'no_click_id' }),
        ...(requestBody.validate_only && {
          validate_only: true,
          would_match: matched,
          would_duplicate: Boolean(duplicate),
          would_count: matched && !duplicate,
        }),
      };
    });
    return answer(200, JSON.stringify({ results }), {});
  };
  return {
    fetch,
    events,
    /** Makes the next request fail, so that a test can observe a retry. */
    failNext: (status: number, retryAfter?: number): void => {
      failures.push({ status, ...(retryAfter !== undefined && { retryAfter }) });
    },
    clear: (): void => {
      events.length = 0;
      failures.length = 0;
    },
  };
}

const answer = (status: number, text: string, headers: Record<string, unknown>) => ({
  status,
  headers: { get: (name: string) => (headers[name] === undefined ? null : String(headers[name])) },
  text: async () => text,
});
