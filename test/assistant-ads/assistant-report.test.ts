import fc from 'fast-check';
import {
  changePercent,
  clickRate,
  costPerClick,
  costPerConversion,
  dayBefore,
  type Figures,
  none,
} from '#shared/assistant-ads/rules/assistant-figures.ts';
import { type AccountReading, assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { ad, campaign, day, dayOf, reading, row } from '#test/assistant-ads/reading.ts';

/** The expected figures are counted without code of the service. */
function counted({ days, campaigns }: AccountReading, from: string, to: string, id: string | null): Figures {
  const sum = { ...none };
  const isMeant = (campaignId: string) => id === null || (id === '' ? campaigns.every((one) => one.id !== campaignId) : campaignId === id);
  for (const one of days) {
    if (one.day < from || one.day > to) continue;
    for (const { campaignId, impressions, clicks, spendMicros } of one.ads) {
      if (!isMeant(campaignId)) continue;
      sum.impressions += impressions;
      sum.clicks += clicks;
      sum.spendMicros += spendMicros;
    }
    for (const { campaignId, conversions } of one.conversions) if (isMeant(campaignId)) sum.conversions += conversions;
  }
  return sum;
}

const campaignIds = ['c1', 'c2', 'c3', 'gone'];
const days = Array.from({ length: 30 }, (_, at) => `2026-${at < 9 ? '10' : '11'}-${String(at < 9 ? at + 23 : at - 8).padStart(2, '0')}`);
const figure = fc.oneof(fc.nat(100_000), fc.nat(1));
const anyRow = fc.record({
  adId: fc.constantFrom('a1', 'a2', 'a3', 'a4', 'lost'),
  campaignId: fc.constantFrom(...campaignIds, ''),
  impressions: figure,
  clicks: figure,
  spendMicros: fc.oneof(fc.nat(10_000_000_000), fc.nat(1)),
});
const anyConversion = fc.record({ campaignId: fc.constantFrom(...campaignIds), conversions: fc.nat(50) });
const anyReading = fc
  .record({
    campaigns: fc.subarray(['c1', 'c2', 'c3']).map((ids) => ids.map((id) => campaign(id))),
    status: fc.constantFrom('active', 'paused'),
    days: fc.uniqueArray(
      fc.record({
        day: fc.constantFrom(...days),
        readFor: fc.constant(day),
        ads: fc.array(anyRow, { maxLength: 8 }),
        conversions: fc.array(anyConversion, { maxLength: 4 }),
      }),
      { selector: (one) => one.day, maxLength: 30 },
    ),
  })
  .map(({ campaigns, status, days }) =>
    reading({
      campaigns: campaigns.map((one) => ({ ...one, status })),
      ads: [ad('a1', 'c1'), ad('a2', 'c2'), ad('a3', 'c2'), ad('a4', 'c3')],
      days,
    }),
  );
const spans = [
  ['day', '2026-11-20', '2026-11-20'],
  ['week', '2026-11-14', '2026-11-20'],
  ['weekBefore', '2026-11-07', '2026-11-13'],
] as const;

describe('the figures of a report', () => {
  it('the figures of a report are those counted by hand, for the account and for each campaign, and campaigns sum up to the account', () => {
    expect(days.at(0)).toBe('2026-10-23');
    expect(days.at(-1)).toBe('2026-11-21');
    fc.assert(
      fc.property(anyReading, (given) => {
        const report = assistantReport(given, day);
        for (const [span, from, to] of spans) {
          expect(report.total[span]).toEqual(counted(given, from, to, null));
          const sum = { ...none };
          for (const one of report.campaigns) {
            expect(one[span]).toEqual(counted(given, from, to, one.id));
            for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += one[span][name];
          }
          expect(sum).toEqual(report.total[span]);
        }
      }),
    );
  });

  it('the figures of a report have a series of 28 days, whose last is the day of the report', () => {
    fc.assert(
      fc.property(anyReading, (given) => {
        const { series } = assistantReport(given, day);
        expect(series.map((one) => one.day)).toEqual(days.slice(1, 29));
        for (const { day: of, ...figures } of series) expect(figures).toEqual(counted(given, of, of, null));
      }),
    );
  });

  it('the figures of a report do not depend on the order in which anything is listed', () => {
    const shuffled = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length });
    fc.assert(
      fc.property(
        anyReading.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.record({
              account: fc.constant(given.account),
              campaigns: shuffled(given.campaigns),
              ads: shuffled(given.ads),
              days: shuffled(given.days).map((days) =>
                days.map((one) => ({
                  ...one,
                  ads: [...one.ads].reverse(),
                  conversions: [...one.conversions].reverse(),
                })),
              ),
            }),
          ),
        ),
        ([given, other]) => {
          expect(assistantReport(other, day)).toEqual(assistantReport(given, day));
        },
      ),
    );
  });

  it('the figures of a report name the best ads by the clicks of the week, five at most, none without a click', () => {
    const ads = Array.from({ length: 8 }, (_, at) => ad(`a${at}`, 'c1'));
    const rows = ads.map(({ id }, at) => row(id, 'c1', { clicks: at }));
    const given = reading({
      campaigns: [campaign('c1', { name: 'Trail' })],
      ads,
      days: [dayOf(day, rows), dayOf('2026-11-13', [row('a1', 'c1', { clicks: 900 })])],
    });
    expect(assistantReport(given, day).bestAds.map(({ id, campaign: of, week }) => [id, of, week.clicks])).toEqual([
      ['a7', 'Trail', 7],
      ['a6', 'Trail', 6],
      ['a5', 'Trail', 5],
      ['a4', 'Trail', 4],
      ['a3', 'Trail', 3],
    ]);
  });

  it('the figures of a report are there for an account without anything', () => {
    const report = assistantReport(reading(), day);
    expect(report).toMatchObject({ campaigns: [], bestAds: [], findings: [], problems: 0 });
    expect(report.total).toEqual({ day: none, week: none, weekBefore: none });
    expect(report.series).toHaveLength(28);
  });

  it('the figures of a report keep what campaigns did that are paused or not listed any more, and leave out those that did nothing', () => {
    const given = reading({
      campaigns: [campaign('c1', { status: 'paused' }), campaign('c2', { status: 'paused' }), campaign('c3')],
      days: [dayOf(day, [row('a1', 'c1', { spendMicros: 5 }), row('a9', 'gone', { spendMicros: 7 })])],
    });
    expect(assistantReport(given, day).campaigns.map(({ id, week }) => [id, week.spendMicros])).toEqual([
      ['', 7],
      ['c1', 5],
      ['c3', 0],
    ]);
  });
});

describe('derived figures', () => {
  it.each([
    [{ impressions: 0, clicks: 0, spendMicros: 0, conversions: 0 }, null, null, null],
    [{ impressions: 200, clicks: 3, spendMicros: 4_500_000, conversions: 2 }, 1.5, 1_500_000, 2_250_000],
    [{ impressions: 0, clicks: 4, spendMicros: 1, conversions: 0 }, null, 0.25, null],
  ])('derived figures of %j are click rate, cost per click and cost per conversion', (figures, rate, click, conversion) => {
    expect([clickRate(figures), costPerClick(figures), costPerConversion(figures)]).toEqual([rate, click, conversion]);
  });

  it.each([
    [110, 100, 10],
    [90, 100, -10],
    [100, 100, 0],
    [0, 40, -100],
    [5, 0, null],
    [null, 5, null],
    [5, null, null],
  ])('a change to %j from %j is %j percent', (now, before, percent) => {
    expect(changePercent(now, before)).toBe(percent);
  });

  it.each([
    ['2026-03-01', 1, '2026-02-28'],
    ['2028-03-01', 1, '2028-02-29'],
    ['2026-01-01', 1, '2025-12-31'],
    ['2026-11-20', -3, '2026-11-23'],
    ['2026-03-30', 27, '2026-03-03'],
  ])('%s, %i days before, is %s', (of, back, result) => {
    expect(dayBefore(of, back)).toBe(result);
  });
});
