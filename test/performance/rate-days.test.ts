import fc from 'fast-check';
import { type Counted, type CountedCell, contributionsOf, isLaterSeries } from '#shared/cells/rules/cells.ts';
import { addSigned, negative, sumSigned } from '#shared/cells/rules/signed.ts';
import { times } from '#shared/performance/rules/exact.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { counted } from '#test/store/stream-of.ts';
import { reportOf } from './memory.ts';

const firstDay = Date.parse('2026-10-20T00:00:00Z');
const hour = 3_600_000;
const isoAt = (hours: number) => new Date(firstDay + hours * hour).toISOString();
const rateOf = (day: string) => `1.${day.slice(5).replace('-', '')}`;
const rates = Array.from({ length: 60 }, (_, at) => isoAt(24 * (at - 5)).slice(0, 10)).map((day) => ({
  day,
  from: 'EUR',
  to: 'USD',
  rate: rateOf(day),
}));
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
];

type Sale = { at: number; wait: number; value: string; net: string | null; netAfter: number };
const anySale = fc.record<Sale>({
  at: fc.integer({ min: 0, max: 24 * 14 }).map((quarterHours) => quarterHours + 0.25),
  wait: fc.constantFrom(0, 1, 7, 20, 24, 40, 200, 24 * 25),
  value: fc.integer({ min: 1, max: 9999 }).map((n) => `${n}00`),
  net: fc.option(fc.integer({ min: 0, max: 5000 }).map((n) => (n === 0 ? '0' : `${n}00`))),
  netAfter: fc.integer({ min: 1, max: 200 }),
});

function cellsOf({ at, wait, value, net, netAfter }: Sale, index: number): CountedCell[] {
  const clickedAt = isoAt(at);
  const occurredAt = isoAt(at + wait);
  const event = counted(7, `e${index}`);
  const click = { ...event.click, clickedAt, channel: 'paid_search', traffic: 'human' };
  const adjustments = net === null ? [] : [{ id: 'a', net, effectiveAt: isoAt(at + wait + netAfter) }];
  const item = { ...event, kind: 'conversion', value, occurredAt, click, adjustments };
  return contributionsOf(item as unknown as Counted).map(({ quarter, ...cell }) => {
    const { count, value: amount } = cell;
    return { ...cell, quarters: [{ quarter, count, value: amount }] };
  });
}

const sum = (values: readonly string[]) => values.reduce(addSigned, '0');
const inUsd = (value: string, at: number) => times(value, rateOf(isoAt(at).slice(0, 10)));

describe('the exchange rate of an amount', () => {
  it('is that of the UTC day of its order or adjustment, in every time zone and on both bases', () => {
    const anyCase = fc.record({
      sales: fc.array(anySale, { maxLength: 12 }),
      zone: fc.constantFrom(...zones),
    });
    fc.assert(
      fc.property(anyCase, ({ sales, zone }) => {
        const cells = sales.flatMap(cellsOf);
        const gross = sum(sales.map(({ value, at, wait }) => inUsd(value, at + wait)));
        const changes = sales.flatMap(({ value, net, ...sale }) =>
          net === null ? [] : [{ ...sale, change: sumSigned([net, negative(value)]) }],
        );
        const netOn = {
          order: sum(changes.map(({ change, at, wait }) => inUsd(change, at + wait))),
          adjustment: sum(changes.map(({ change, at, wait, netAfter }) => inUsd(change, at + wait + netAfter))),
        };
        const days = { from: '2026-10-10', to: '2026-12-20', zone, rates, currency: 'USD' } as const;
        for (const basis of ['click', 'occurred'] as const)
          for (const adjustedOn of ['order', 'adjustment'] as const) {
            const { totals, missing } = reportOf({ cells }, { ...days, basis, adjustedOn, paid: 'all', groupBy: ['day'] });
            expect([...missing]).toEqual([]);
            const { value, net_value } = totals[0]?.figures ?? { value: '0', net_value: '0' };
            const expected = [gross, addSigned(gross, netOn[adjustedOn])].map(Number);
            expect([Number(value), Number(net_value)]).toEqual(expected);
          }
      }),
      { numRuns: 60 },
    );
  });

  it('that is missing is asked for on the day of the order, and not on the day of its click', () => {
    const cells = cellsOf({ at: 20.25, wait: 7, value: '100', net: null, netAfter: 1 }, 1);
    const question = { from: '2026-10-20', to: '2026-10-20', currency: 'USD', paid: 'all' } as const;
    expect(dayIn('Asia/Tokyo', firstDay + 20.25 * hour)).toBe('2026-10-21');
    const { missing } = reportOf({ cells }, question);
    expect([...missing].map(([from, days]) => [from, ...days])).toEqual([['EUR', '2026-10-21']]);
    const { totals } = reportOf({ cells }, { ...question, rates });
    expect(totals[0]?.figures).toMatchObject({ value: '110.21', conversions: 1 });
  });

  it('of an order that no cell of a later day holds is that of the UTC day of its click', () => {
    const cells = cellsOf({ at: 20.25, wait: 7, value: '100', net: null, netAfter: 1 }, 1);
    const older = cells.filter(({ series }) => !isLaterSeries(series));
    const question = { from: '2026-10-20', to: '2026-10-20', currency: 'USD', paid: 'all', rates } as const;
    expect(reportOf({ cells: older }, question).totals[0]?.figures.value).toBe('110.20');
  });
});
