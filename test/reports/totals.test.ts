import fc from 'fast-check';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { type Amount, type Cell, cellsOf, type Dimension, dimensions, rowsOf } from '#shared/reports/rules/totals.ts';
import { addDecimals } from '#shared/values/decimal.ts';

const conversion = (changes: Partial<Conversion> = {}): Conversion => ({
  eventType: 'order_created',
  eventId: 'e1',
  clickId: 's_1',
  value: '25.99',
  currency: 'EUR',
  currencyGiven: true,
  accountId: 7,
  environment: 'live',
  keyId: 'key_1',
  receivedAt: '2026-11-21T00:00:00.000Z',
  occurredAt: '2026-11-20T23:59:59.999Z',
  occurredAtGiven: true,
  click: {
    sid: 's_1',
    pixelKey: 'pk_1',
    campaign: 'c',
    adGroup: 'g',
    adId: 'a',
    clickedAt: '2026-11-01T12:00:00.000Z',
  },
  counts: true,
  writtenBy: 'w',
  ...changes,
});

describe('the cells of an event', () => {
  it('the cells of an event are one per time basis, each on its own UTC day', () => {
    const shared = {
      accountId: 7,
      environment: 'live',
      pixelKey: 'pk_1',
      campaign: 'c',
      ad_group: 'g',
      ad_id: 'a',
      event_type: 'order_created',
      currency: 'EUR',
    };
    const found = cellsOf(conversion());
    expect(found.map(({ at, cell }) => ({ at, cell }))).toEqual([
      { at: '2026-11-20T23:59:59.999Z', cell: { ...shared, basis: 'occurred', day: '2026-11-20' } },
      { at: '2026-11-21T00:00:00.000Z', cell: { ...shared, basis: 'received', day: '2026-11-21' } },
      { at: '2026-11-01T12:00:00.000Z', cell: { ...shared, basis: 'click', day: '2026-11-01' } },
    ]);
    const ids = (event: Conversion) => cellsOf(event).map(({ id }) => id);
    expect(new Set([...ids(conversion()), ...ids(conversion({ currency: 'USD' }))]).size).toBe(6);
    expect(ids(conversion({ eventId: 'another' }))).toEqual(ids(conversion()));
  });

  it('the cells of an event are none when it does not count, or has no click', () => {
    expect(cellsOf(conversion({ counts: false }))).toEqual([]);
    const { click: _, ...unmatched } = conversion();
    expect(cellsOf(unmatched)).toEqual([]);
  });
});

const cell = (changes: Partial<Cell & Amount> = {}): Cell & Amount => ({
  accountId: 7,
  environment: 'live',
  pixelKey: 'pk_1',
  basis: 'occurred',
  day: '2026-11-20',
  campaign: 'c',
  ad_group: 'g',
  ad_id: 'a',
  event_type: 'order_created',
  currency: 'EUR',
  count: 1,
  value: '0.1',
  ...changes,
});

describe('the rows of a report', () => {
  it('the rows of a report add up what is not asked for, exactly, and never two currencies', () => {
    const cells = [cell(), cell({ ad_id: 'b', value: '0.2' }), cell({ currency: 'USD', value: '5' }), cell({ campaign: 'b', count: 3 })];
    expect(rowsOf(cells, ['campaign'])).toEqual([
      { campaign: 'b', currency: 'EUR', count: 3, value: '0.1' },
      { campaign: 'c', currency: 'EUR', count: 2, value: '0.3' },
      { campaign: 'c', currency: 'USD', count: 1, value: '5' },
    ]);
    expect(rowsOf(cells, [])).toEqual([
      { currency: 'EUR', count: 5, value: '0.4' },
      { currency: 'USD', count: 1, value: '5' },
    ]);
  });

  it('the rows of a report tell cells apart whose names only look alike when joined', () => {
    expect(
      rowsOf([cell({ campaign: 'a', ad_group: 'b,c' }), cell({ campaign: 'a,b', ad_group: 'c' })], ['campaign', 'ad_group']),
    ).toHaveLength(2);
  });

  it('the rows of a report lose and invent nothing, in any grouping, and leave the cells as they were', () => {
    const cells = fc.array(
      fc.record({
        day: fc.constantFrom('2026-11-20', '2026-11-21'),
        campaign: fc.constantFrom('', 'a', '__proto__', '"'),
        ad_id: fc.constantFrom('x', 'y'),
        currency: fc.constantFrom('EUR', 'USD'),
        count: fc.integer({ min: 1, max: 1000 }),
        value: fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
      }),
    );
    fc.assert(
      fc.property(cells, fc.subarray<Dimension>([...dimensions]), (some, groupBy) => {
        const given = some.map(cell);
        const copy = structuredClone(given);
        const rows = rowsOf(given, groupBy);
        expect(given).toEqual(copy);
        const group = (row: object) => JSON.stringify([...groupBy, 'currency'].map((name) => row[name as keyof typeof row]));
        expect(new Set(rows.map(group)).size).toBe(rows.length);
        for (const row of rows) {
          const own = given.filter((candidate) => group(candidate) === group(row));
          expect(row.count).toBe(own.reduce((sum, { count }) => sum + count, 0));
          expect(row.value).toBe(own.map(({ value }) => value).reduce(addDecimals));
        }
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(given.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });
});
