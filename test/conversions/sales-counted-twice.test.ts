import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { saleOf } from '#shared/conversions/rules/sales.ts';
import { salesCountedTwice } from '#shared/reports/sales-counted-twice.ts';

const event = (eventType: string, more: Partial<Conversion> = {}) =>
  ({
    accountId: 7,
    environment: 'live',
    eventType,
    eventId: `${eventType}:17`,
    clickId: 's_1',
    value: '20',
    currency: 'EUR',
    receivedAt: '2026-11-21T12:00:00.000Z',
    counts: true,
    click: { sid: 's_1', pixelKey: 'pk_1' },
    ...more,
  }) as unknown as Conversion;

it('a sale with two events is reported when the later one is counted, at once or by a late match, and once', async () => {
  const first = event('order_created', { receivedAt: '2026-11-21T11:59:00.000Z' });
  const second = event('purchase');
  const uncounted = { ...second, counts: false };
  const sale = saleOf(first);
  const eventIndex = { salesOfClick: async () => (sale ? [sale] : []) } as unknown as Parameters<typeof salesCountedTwice>[1]['eventIndex'];
  const found = async (before: Conversion | null, after: Conversion) => {
    const changes = [
      { before: null, after: first, sequence: '1' },
      { before, after, sequence: '2' },
    ];
    return await salesCountedTwice(changes as never, { eventIndex });
  };
  expect(await found(null, second)).toMatchObject([{ name: 'order_created+purchase' }]);
  expect(await found(uncounted, second)).toMatchObject([{ name: 'order_created+purchase' }]);
  expect(await found(second, second)).toEqual([]);
  expect(await found(null, uncounted)).toEqual([]);
});

it('two IDs of one type are one sale by the order number of their properties, and other orders cost no read', async () => {
  const properties = JSON.stringify({ order_number: '#1001' });
  const first = event('order_created', {
    eventId: 'order_created:1001',
    receivedAt: '2026-11-21T11:59:00.000Z',
  });
  const second = event('order_created', { eventId: 'order_created:5159806763157', properties });
  let reads = 0;
  const eventIndex = {
    async salesOfClick() {
      reads++;
      return [saleOf(first)];
    },
  } as unknown as Parameters<typeof salesCountedTwice>[1]['eventIndex'];
  const found = (after: Conversion) => salesCountedTwice([{ before: null, after, sequence: '1' }] as never, { eventIndex });
  expect(await found({ ...first, accountId: 8 })).toEqual([]);
  expect(reads).toBe(0);
  expect(await found({ ...second, accountId: 8 })).toMatchObject([{ name: 'order_created+order_created' }]);
  expect(reads).toBe(1);
});
