import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import type { WebhookEvent } from '#shared/webhooks/rules/event.ts';
import { addToLanes } from '#shared/webhooks/store/new-delivery.ts';

it.each([1, 499, 500, 501, 1201])(
  'of %d deliveries that wait, each is written once, and the lane begins with the earliest',
  async (count) => {
    const endpoint = { id: 'whe_1', accountId: 1, status: 'enabled' } as unknown as WebhookEndpoint;
    const eventAt = (at: number) =>
      ({
        ...{ type: 'credits.low', accountId: 1, environment: 'live', source: `s${at}`, data: {} },
        at: new Date(Date.parse('2026-11-21T12:00:00Z') + at * 1000).toISOString(),
      }) as unknown as WebhookEvent;
    const wanted = Array.from({ length: count }, (_, at) => ({ event: eventAt(count - 1 - at), endpoint }));
    const written: { at: string }[] = [];
    const table = {
      getMany: async () => [],
      putMany: async (items: never[]) => void written.push(...items),
    } as unknown as Parameters<typeof addToLanes>[1];
    const first = await addToLanes(wanted, table, Date.parse('2026-11-22T00:00:00Z'));
    expect(written.map(({ at }) => at)).toEqual(wanted.map(({ event }) => event.at));
    expect(first.get('whe_1')).toContain('2026-11-21T12:00:00.000Z');
  },
);
