import { salesCountedTwice } from '#functions/workers/conversion-totals/sales-counted-twice.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { saleOf } from '#shared/conversions/rules/sales.ts';

const event = (eventType: string, more: Partial<Conversion> = {}) =>
  ({
    ...{ accountId: 7, environment: 'live', eventType, eventId: `${eventType}:17`, clickId: 's_1' },
    ...{ value: '20', currency: 'EUR', receivedAt: '2026-11-21T12:00:00.000Z', counts: true },
    click: { sid: 's_1', pixelKey: 'pk_1' },
    ...more,
  }) as unknown as Conversion;

it('a sale with two events is reported when the later one is counted, at once or by a late match, and once', async () => {
  const first = event('order_created', { receivedAt: '2026-11-21T11:59:00.000Z' });
  const second = event('purchase');
  const uncounted = { ...second, counts: false };
  const sale = saleOf(first);
  const eventIndex = { salesOfClick: async () => (sale ? [sale] : []) } as unknown as Parameters<
    typeof salesCountedTwice
  >[1]['eventIndex'];
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
