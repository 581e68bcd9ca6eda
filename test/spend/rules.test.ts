import fc from 'fast-check';
import { differenceOf, type ImportMode, rowsAfter, spendOf } from '#shared/spend/rules/difference.ts';
import { packRows, unpackRows } from '#shared/spend/rules/packing.ts';
import type { SentRow } from '#shared/spend/rules/sent-row.ts';
import { daysOf } from '#shared/spend/rules/sent-rows.ts';
import { dayDigest, type SpendDay } from '#shared/spend/rules/spend-rows.ts';
import { sumDecimals } from '#shared/values/decimal.ts';

const facts = { timeZone: 'UTC', pixelKey: null, currency: 'USD' };
const today = '2026-11-21';
const row = (line: number, change: Partial<SentRow> = {}): SentRow => ({
  line,
  day: '2026-11-20',
  campaignId: null,
  campaign: 'A',
  adGroupId: null,
  adGroup: null,
  adId: null,
  ad: null,
  spend: '1',
  impressions: null,
  clicks: null,
  reportedConversions: null,
  reportedValue: null,
  currency: null,
  ...change,
});
const read = (rows: readonly SentRow[], of: Partial<typeof facts> = {}) => daysOf(rows, { ...facts, ...of }, today);
function daysFrom(rows: readonly SentRow[]): SpendDay[] {
  const answer = read(rows);
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.days;
}
const problemsFrom = (rows: readonly SentRow[], currency: string | null = 'USD') => {
  const answer = daysOf(rows, { ...facts, currency }, today);
  return 'problems' in answer ? answer.problems.map(({ line, field, code }) => [line, field, code]) : [];
};

const sentRows = fc
  .array(
    fc.record({
      day: fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20'),
      campaign: fc.constantFrom('A', 'B', 'Été'),
      adGroup: fc.constantFrom('x', 'y'),
      adId: fc.constantFrom('1', '2', '3'),
      spend: fc.tuple(fc.nat(99_999), fc.nat(99)).map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
      clicks: fc.option(fc.nat(500).map(String)),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((all) => all.map((one, at) => row(at + 1, one)));

describe('the rows of an import', () => {
  it('the rows of an import have every problem, each at its line', () => {
    expect(
      problemsFrom(
        [
          row(1),
          row(2, { spend: '-3', clicks: '-1' }),
          row(3, { spend: '1000000000.01', clicks: '1.5' }),
          row(4, { day: '2026-11-22' }),
          row(5, { day: '2026-02-30' }),
          row(6, { ad: 'an ad' }),
          row(7, { day: '2026-11-19', currency: 'EUR' }),
          row(8, { day: '2026-11-19', currency: 'USD' }),
          row(9, { campaign: null, ad: 'x' }),
          row(10, { spend: '1.0000000001', impressions: 'many' }),
          row(11, { spend: '9'.repeat(31), impressions: '9'.repeat(16) }),
          row(12, { spend: `1.${'1'.repeat(31)}` }),
        ],
        null,
      ).filter(([, , code]) => code !== 'no_currency'),
    ).toEqual([
      [2, 'spend', 'negative'],
      [2, 'clicks', 'negative'],
      [3, 'spend', 'too_large'],
      [3, 'clicks', 'not_a_number'],
      [4, 'day', 'future_day'],
      [5, 'day', 'not_a_day'],
      [6, null, 'mixed_levels'],
      [8, 'currency', 'mixed_currencies'],
      [9, 'campaign', 'campaign_missing'],
      [10, 'spend', 'too_many_decimals'],
      [10, 'impressions', 'not_a_number'],
      [11, 'spend', 'too_large'],
      [11, 'impressions', 'too_large'],
      [12, 'spend', 'too_many_decimals'],
    ]);
    expect(problemsFrom([row(1), row(2)], null)).toEqual([
      [1, 'currency', 'no_currency'],
      [2, 'currency', 'no_currency'],
    ]);
    expect(problemsFrom([row(1, { currency: 'EUR' })])).toEqual([[1, 'currency', 'other_currency']]);
  });

  it('the rows of an import of one thing, split by device or network, are added up, in any order of the lines', () => {
    fc.assert(
      fc.property(sentRows, fc.nat(), (rows, turn) => {
        const turned = rows.map((_, at) => rows[(at + turn) % rows.length] as SentRow).reverse();
        expect(daysFrom(turned)).toEqual(daysFrom(rows));
        expect(daysFrom(turned).map(dayDigest)).toEqual(daysFrom(rows).map(dayDigest));
      }),
    );
  });

  it('the rows of an import have the same spend by every dimension', () => {
    fc.assert(
      fc.property(sentRows, (rows) => {
        const all = daysFrom(rows).flatMap(({ day, rows: ofDay }) => ofDay.map((one) => ({ ...one, day })));
        const sent = sumDecimals(rows.map(({ spend }) => spend));
        for (const dimension of ['day', 'campaign', 'adGroup', 'adId'] as const) {
          const groups = [...Map.groupBy(all, (one) => one[dimension]).values()];
          expect(sumDecimals(groups.map(spendOf))).toBe(sent);
        }
      }),
    );
  });

  it('the rows of an import come out of their packed form as they went in', () => {
    fc.assert(
      fc.property(sentRows, (rows) => {
        for (const { rows: ofDay } of daysFrom(rows)) expect(unpackRows(packRows(ofDay))).toEqual(ofDay);
      }),
    );
  });
});

describe('two imports of a day', () => {
  const only = (rows: readonly SentRow[]) => daysFrom(rows)[0]?.rows ?? [];
  const a = only([row(1, { campaign: 'c1', spend: '10.00' }), row(2, { campaign: 'c2', spend: '5.00' })]);
  const b = only([row(1, { campaign: 'c1', spend: '12.00' })]);

  it.each<[ImportMode, object, number]>([
    ['replace_days', { added: 0, changed: 1, removed: 1, spendBefore: '15', spendAfter: '12' }, 1],
    ['upsert', { added: 0, changed: 1, removed: 0, spendBefore: '15', spendAfter: '17' }, 2],
  ])('as %s: {c1 10, c2 5} and then {c1 12}', (mode, difference, count) => {
    const after = rowsAfter(mode, a, b);
    expect(differenceOf(a, after)).toEqual(difference);
    expect(after).toHaveLength(count);
  });

  it('two imports of a day end as the last one, and once more changes nothing', () => {
    fc.assert(
      fc.property(sentRows, sentRows, fc.constantFrom<ImportMode>('replace_days', 'upsert'), (first, second, mode) => {
        const [one, two] = [only(first), only(second)];
        const after = rowsAfter(mode, rowsAfter(mode, [], one), two);
        expect(rowsAfter(mode, after, two)).toEqual(after);
        expect(differenceOf(after, rowsAfter(mode, after, two))).toMatchObject({
          added: 0,
          changed: 0,
          removed: 0,
        });
        if (mode === 'replace_days') expect(after).toEqual(two);
      }),
    );
  });
});
