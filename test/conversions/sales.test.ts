import { isSameSale, type Sale } from '#shared/conversions/rules/sales.ts';
import { tryEdges } from '#test/kit/edges.ts';

const at = Date.parse('2026-11-21T12:00:00.000Z');
const sale: Sale = {
  eventId: 'purchase:17',
  eventType: 'purchase',
  orderNumber: '17',
  value: '20' as Sale['value'],
  currency: 'EUR',
  at: new Date(at).toISOString(),
};
const earlier: Sale = {
  ...sale,
  eventId: 'order_created:17',
  eventType: 'order_created',
  at: new Date(at - 1000).toISOString(),
};

describe('one sale with two events', () => {
  it('two types of one click are the same sale, which the later event reports', () => {
    expect(isSameSale(earlier, sale)).toBe(true);
    expect(isSameSale(sale, earlier)).toBe(false);
  });

  it.each<[string, Partial<Sale>]>([
    ['order number', { orderNumber: '18' }],
    ['value', { value: '20.01' as Sale['value'] }],
    ['currency', { currency: 'USD' }],
  ])('but for one with another %s', (_, change) => {
    expect(isSameSale({ ...earlier, ...change }, sale)).toBe(false);
  });

  it('but for one with the same event ID, which is a repeat', () => {
    expect(isSameSale({ ...earlier, eventId: sale.eventId }, sale)).toBe(false);
  });

  it('of two events at one time, the later event ID reports the same sale', () => {
    expect(isSameSale({ ...earlier, at: sale.at }, sale)).toBe(true);
    expect(isSameSale({ ...earlier, at: sale.at, eventId: 'purchase:18' }, sale)).toBe(false);
  });

  tryEdges([
    {
      limit: 'milliseconds between the two events of a sale',
      value: 3_600_000,
      outcomeOf: (ms) => isSameSale({ ...earlier, at: new Date(at - ms).toISOString() }, sale),
      outcomes: [true, true, false],
    },
  ]);
});
