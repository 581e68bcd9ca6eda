import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ArrivedEvent } from '#shared/reconciliation/rules/events.ts';
import type { Reconciliation } from '#shared/reconciliation/rules/reconciliations.ts';
import { searchLog, wantedOf } from '#shared/reconciliation/search-log.ts';
import { eventOf, orderOf } from './scene.ts';

it('searchLog keeps every event of an order, and counts extra events beyond the maximum', async () => {
  const current = {
    accountId: 1,
    environment: 'live',
    eventType: 'order_created',
    timeZone: 'UTC',
    windowHours: 0,
    idTemplate: 'order_created:{order_id}',
    from: '2026-11-20',
    to: '2026-11-20',
    createdAt: '2026-11-22T00:00:00.000Z',
    search: { day: '', parts: 0 },
  } as Reconciliation;
  const eventOf = (eventId: string, order: string, occurredAt = '2026-11-20T10:00:00.000Z') =>
    ({
      eventId,
      eventType: 'order_created',
      value: '5',
      currency: 'USD',
      occurredAt,
      receivedAt: occurredAt,
      counts: true,
      properties: JSON.stringify({ order_id: order }),
    }) as unknown as Conversion;
  const events = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => eventOf(id, id)),
    eventOf('other:1', '1'),
    eventOf('other:7', '7'),
    eventOf('before', 'before', '2026-11-19T10:00:00.000Z'),
  ];
  const entries = events.map(({ eventId }) => ({ eventId, outcome: 'matched', eventType: 'order_created' }));
  const written: ArrivedEvent[] = [];
  const deps = {
    logDays: 90,
    maxExtra: 3,
    dayRegistry: {
      partsOfDays: async (days: string[]) => new Map(days.slice(0, 1).map((day) => [day, [1]])),
    },
    dayPages: { entries: async () => ({ entries, next: null }) },
    conversions: { byEventIds: async () => events },
    parts: {
      writeFound: async (_: unknown, __: number, { candidates }: { candidates: ArrivedEvent[] }) => void written.push(...candidates),
    },
  } as unknown as Parameters<typeof searchLog>[2];
  const wanted = {
    ids: new Set(['order_created:1']),
    amounts: new Set(['5 USD']),
    numbers: new Set(['7']),
    missing: new Set<string>(),
  };
  expect(await searchLog(current, wanted, deps)).toMatchObject({ search: { extra: 3, extraLeftOut: 2 } });
  expect(written.map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c', 'other:1', 'other:7']);
});

it('the log is searched for the amounts of orders and of their events before refunds, and for order numbers of other templates', async () => {
  const current = { parts: 1, idTemplate: 'order_created:{order_id}' } as Reconciliation;
  const parts = {
    orders: async () => [orderOf('1', '90'), orderOf('2', '5')],
    events: async () => [eventOf('1', '70', { gross: '100', isRefunded: true }), eventOf('2', '5', { orderNumber: 'A-2' }), null],
  } as unknown as Parameters<typeof wantedOf>[1]['parts'];
  expect(await wantedOf(current, { parts })).toEqual({
    ids: new Set(['order_created:1', 'order_created:2']),
    missing: new Set(),
    amounts: new Set(['90 USD', '100 USD', '5 USD']),
    numbers: new Set(['A-2']),
  });
});
