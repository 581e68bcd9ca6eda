import fc from 'fast-check';
import type { CountedCell } from '#shared/cells/rules/cells.ts';
import { negative, sumSigned } from '#shared/cells/rules/signed.ts';
import { type Grouping, groupings } from '#shared/performance/rules/dimensions.ts';
import type { SpendOfAccount } from '#shared/performance/rules/object-names.ts';
import type { Row } from '#shared/performance/rules/rows.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { cell, reportOf, spendOn } from './memory.ts';

const from = '2026-11-02';
const to = '2026-11-27';
const dayNumber = fc.integer({ min: 0, max: 25 });
const dayAt = (number: number) => dayAfter(from, number);
const ads = ['ad_1', 'ad_2', 'ad_3', 'Ad_4', ''];
const ad = fc.integer({ min: 0, max: ads.length - 1 });
const namesOf = (at: number) => ({ campaign: `c_${at % 2}`, ad_group: `g_${at % 3}`, ad_id: ads[at] ?? '' });
const cents = fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 100).toFixed(2));
const decimal = cents.map((text) => text.replace(/\.?0+$/, '') || '0');

const anyClicks = fc
  .tuple(
    dayNumber,
    ad,
    fc.constantFrom('paid_search', 'paid_social', 'email'),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 0, max: 95 }),
  )
  .map(([day, at, channel, count, quarter]) => cell('clicks', dayAt(day), { ...namesOf(at), channel }, count, '0', quarter));
const anyOrder = fc
  .tuple(dayNumber, ad, decimal, fc.integer({ min: 0, max: 95 }), fc.constantFrom('0', '3', '14'))
  .map(([day, at, value, quarter, lag]) => cell('click', dayAt(day), { ...namesOf(at), lag }, 1, value, quarter));
const anyNet = fc
  .tuple(dayNumber, ad, decimal, fc.integer({ min: 0, max: 95 }), fc.constantFrom('adjusted', 'voided'))
  .map(([day, at, value, quarter, matched_by]) =>
    cell('net_click', dayAt(day), { ...namesOf(at), matched_by }, 1, negative(value), quarter),
  );
const anySpend = fc.tuple(dayNumber, ad, decimal, fc.constantFrom('google_ads', 'meta', 'own_network')).map(([day, at, spend, network]) => {
  const { campaign, ad_id } = namesOf(at);
  const row = network === 'meta' ? { campaign, spend } : { campaign, adId: ad_id || 'ad_9', spend };
  return spendOn(dayAt(day), [row], { network });
});
const anyInput = fc.record({
  cells: fc
    .tuple(fc.array(anyClicks, { maxLength: 30 }), fc.array(anyOrder, { maxLength: 15 }), fc.array(anyNet, { maxLength: 10 }))
    .map((both): CountedCell[] => both.flat()),
  spend: fc.array(anySpend, { maxLength: 20 }) as fc.Arbitrary<SpendOfAccount[]>,
});
const anyGroups = fc.uniqueArray(fc.constantFrom(...groupings), { minLength: 1, maxLength: 4 });

const sumsOf = (rows: readonly Row[]) => ({
  clicks: rows.reduce((sum, { figures }) => sum + figures.clicks, 0),
  conversions: rows.reduce((sum, { figures }) => sum + figures.conversions, 0),
  value: sumSigned(rows.map(({ figures }) => figures.value)),
  net: sumSigned(rows.map(({ figures }) => figures.net_value)),
  adjusted: rows.reduce((sum, { figures }) => sum + figures.adjusted, 0),
  voided: rows.reduce((sum, { figures }) => sum + figures.voided, 0),
  spend: sumSigned(rows.map(({ figures }) => figures.spend ?? '0')),
});
const shown = { paid: 'all' } as const;
const numRuns = 150;

describe('for any clicks, conversions and spend', () => {
  it('every group_by sums to the same totals', () => {
    fc.assert(
      fc.property(anyInput, anyGroups, (input, groupBy) => {
        const inAds = reportOf(input, { from, to, ...shown });
        // Rows of pixels omit spend without a pixel.
        const grouped = reportOf(input, { from, to, ...shown, groupBy });
        const left = grouped.leftOut.unjoinedSpend.spend.get('USD') ?? '0';
        const sums = sumsOf(grouped.rows);
        expect({ ...sums, spend: sumSigned([sums.spend, left]) }).toEqual(sumsOf(inAds.totals));
        expect(sumsOf(grouped.rows)).toEqual(sumsOf(grouped.totals));
      }),
      { numRuns },
    );
  });

  it('two periods that follow each other sum to the period of both', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 0, max: 24 }), fc.boolean(), (input, split, isByAd) => {
        const groupBy: Grouping[] = isByAd ? ['channel', 'campaign', 'ad_id'] : ['channel'];
        const [first, second, both] = [
          reportOf(input, { from, to: dayAt(split), ...shown, groupBy }),
          reportOf(input, { from: dayAt(split + 1), to, ...shown, groupBy }),
          reportOf(input, { from, to, ...shown, groupBy }),
        ];
        const parts = Map.groupBy([...first.rows, ...second.rows], ({ names }) => JSON.stringify(names));
        const whole = Map.groupBy(both.rows, ({ names }) => JSON.stringify(names));
        expect(new Set(parts.keys())).toEqual(new Set(whole.keys()));
        for (const [name, rows] of whole) expect(sumsOf(parts.get(name) ?? [])).toEqual(sumsOf(rows));
      }),
      { numRuns },
    );
  });

  it('a comparison changes no figure of the current period, and its earlier figures are those of a report on their days', () => {
    const hasFigures = ({ figures: { spend, ...figures } }: Row) =>
      spend !== null ||
      [figures.clicks, figures.conversions, figures.adjusted].some((count) => count !== 0) ||
      [figures.value, figures.net_value].some((amount) => amount !== '0.00');
    const textsOf = (rows: readonly Row[]) =>
      rows
        .filter(hasFigures)
        .map(({ names, figures }) => JSON.stringify([names, figures]))
        .sort();
    const anyFilter = fc.record(
      {
        campaign: fc.constantFrom('c_0', 'C_0'),
        contains: fc.constantFrom('1', 'Ad'),
        network: fc.constantFrom('google_ads', 'meta'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyInput, anyGroups, anyFilter, fc.constantFrom('all', 'true', 'false'), (input, groupBy, filter, paid) => {
        const spend = input.spend.map((day) => ({
          ...day,
          rows: day.rows.map((row) => ({ ...row, campaign: row.campaign?.toUpperCase() ?? null })),
        }));
        const [earlier, current] = [
          { from, to: '2026-11-14' },
          { from: '2026-11-15', to },
        ];
        const all = { ...input, spend };
        const asked = { groupBy, filter, paid };
        const alone = reportOf(all, { ...asked, ...current });
        const both = reportOf(all, { ...asked, ...current, compare: 'previous_period' });
        const before = reportOf(all, { ...asked, ...earlier });
        expect(textsOf(both.rows)).toEqual(textsOf(alone.rows));
        expect(textsOf(both.totals)).toEqual(textsOf(alone.totals));
        expect(textsOf(both.totalsWithSpend)).toEqual(textsOf(alone.totalsWithSpend));
        expect(both.leftOut).toEqual(alone.leftOut);
        const previousOf = (rows: readonly Row[]) =>
          rows.flatMap(({ names, previous }) => (previous ? [{ names, figures: previous } as Row] : []));
        expect(textsOf(previousOf(both.totals))).toEqual(textsOf(before.totals));
        expect(sumsOf(previousOf(both.rows))).toEqual(sumsOf(before.rows));
      }),
      { numRuns },
    );
  });

  it('another time zone keeps the sum of a period that holds everything', () => {
    const zones = fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu');
    fc.assert(
      fc.property(anyInput, zones, (input, zone) => {
        const wide = { from: '2026-10-30', to: '2026-11-30', ...shown };
        const away = reportOf(input, { ...wide, zone, groupBy: ['day'] });
        expect(sumsOf(away.totals)).toEqual(sumsOf(reportOf(input, wide).totals));
        expect(sumsOf(away.rows)).toEqual(sumsOf(away.totals));
      }),
      { numRuns },
    );
  });

  it('another ad changes no row but its own', () => {
    fc.assert(
      fc.property(anyInput, dayNumber, (input, day) => {
        const other = {
          cells: [cell('clicks', dayAt(day), { campaign: 'c_other', ad_id: 'other' }, 99)],
          // Another ad account, because a stored day says that the other ads of its account cost nothing.
          spend: [spendOn(dayAt(day), [{ campaign: 'c_other', adId: 'other', spend: '7' }], { adAccount: 'b' })],
        };
        const before = reportOf(input, { from, to, groupBy: ['campaign', 'ad_id'] }).rows;
        const after = reportOf(
          { cells: [...other.cells, ...input.cells], spend: [...other.spend, ...input.spend] },
          { from, to, groupBy: ['campaign', 'ad_id'] },
        ).rows;
        const rest = after.filter(({ names }) => names[0] !== 'c_other');
        expect(new Set(rest.map((row) => JSON.stringify(row)))).toEqual(new Set(before.map((row) => JSON.stringify(row))));
      }),
      { numRuns },
    );
  });

  it('cells that a later change took back are as if they had never been counted, and need no exchange rate', () => {
    fc.assert(
      fc.property(anyInput, anyInput, anyGroups, (input, other, groupBy) => {
        const gone = other.cells.map((one) => ({
          ...one,
          names: one.names.map((name) => (name === 'USD' ? 'EUR' : name === 'ad_2' ? 'AD_3' : name)),
        }));
        const back = gone.map((one) => ({
          ...one,
          count: -one.count,
          value: negative(one.value),
          quarters: one.quarters.map(({ quarter, count, value }) => ({
            quarter,
            count: -count,
            value: negative(value),
          })),
        }));
        const asked = { from, to, groupBy, currency: 'USD', traffic: 'human' } as const;
        const report = ({ cells }: { cells: CountedCell[] }) => reportOf({ cells, spend: input.spend }, asked);
        const [changed, plain] = [report({ cells: [...input.cells, ...gone, ...back] }), report(input)];
        expect(changed.missing.size).toBe(0);
        expect(changed.leftOut).toEqual(plain.leftOut);
        const textsOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
        expect(textsOf(changed.rows)).toEqual(textsOf(plain.rows));
        expect(textsOf(changed.totals)).toEqual(textsOf(plain.totals));
      }),
      { numRuns },
    );
  });

  it('neither the order of cells and days nor parts of a cell change anything', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const halves = input.cells.flatMap((one) => [one, { ...one, count: 0, value: '0', quarters: [] }]);
        const turned = { cells: halves.toReversed(), spend: input.spend.toReversed() };
        const textOf = (of: typeof input) =>
          reportOf(of, { from, to })
            .rows.map((row) => JSON.stringify(row))
            .sort();
        expect(textOf(turned)).toEqual(textOf(input));
      }),
      { numRuns },
    );
  });
});
