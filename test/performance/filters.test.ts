import fc from 'fast-check';
import type { CountedCell } from '#shared/cells/rules/cells.ts';
import type { Grouping } from '#shared/performance/rules/dimensions.ts';
import type { SpendOfAccount } from '#shared/performance/rules/object-names.ts';
import type { RowFilter } from '#shared/performance/rules/row-filter.ts';
import type { Row } from '#shared/performance/rules/rows.ts';
import { cell, reportOf, spendOn } from './memory.ts';

const day = '2026-11-02';
const groupBy: Grouping[] = ['channel', 'campaign', 'ad_group', 'ad_id'];
const campaigns = ['Spring', 'Café', ''];
const names = fc.record({
  campaign: fc.constantFrom(...campaigns),
  ad_group: fc.constantFrom('shoes', ''),
  ad_id: fc.constantFrom('ad_1', 'AD_2', ''),
});
const anyClicks = fc
  .tuple(names, fc.constantFrom('paid_search', 'paid_social', 'email'), fc.integer({ min: 1, max: 9 }))
  .map(([of, channel, count]) => cell('clicks', day, { ...of, channel }, count));
const anyOrder = fc.tuple(names, fc.integer({ min: 1, max: 99 })).map(([of, value]) => cell('click', day, of, 1, String(value)));
const anySpend = fc
  .tuple(names, fc.integer({ min: 0, max: 99 }), fc.constantFrom('google_ads', 'meta', 'tiktok'))
  .map(([{ campaign, ad_group, ad_id }, spend, network]) => {
    const row = {
      google_ads: { campaign: campaign || 'Gone', adGroup: ad_group || 'g', adId: ad_id || 'ad_9' },
      meta: { campaign: campaign || 'Gone' },
      tiktok: { campaign: campaign || 'Gone', adGroup: ad_group || 'g' },
    }[network];
    return spendOn(day, [{ ...row, spend: String(spend) }], { network });
  });
const anyInput = fc.record({
  cells: fc.tuple(fc.array(anyClicks, { maxLength: 15 }), fc.array(anyOrder, { maxLength: 8 })).map((both): CountedCell[] => both.flat()),
  spend: fc.array(anySpend, { maxLength: 8 }) as fc.Arbitrary<SpendOfAccount[]>,
});
const byNames = (rows: readonly Row[]) =>
  rows.map(({ names: of, currency, figures }) => [JSON.stringify([of, currency]), figures] as const).sort(([a], [b]) => (a < b ? -1 : 1));

describe('a filter of the performance report', () => {
  it('by channel, campaign, ad group, ad or a part of their names leaves just the rows that have it', () => {
    const anyFilter: fc.Arbitrary<RowFilter> = fc.record(
      {
        channel: fc.constantFrom('paid_search', 'paid_social'),
        campaign: fc.constantFrom(...campaigns, 'Cafe\u0301'),
        adGroup: fc.constantFrom('shoes', ''),
        adId: fc.constantFrom('ad_1', 'AD_2', ''),
        contains: fc.constantFrom('AD_', 'spr', 'FÉ', 'shoe', 'none'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyInput, anyFilter, (input, filter) => {
        const { channel, campaign, adGroup, adId, contains } = filter;
        const isShown = ({ names: [of, c, g, a] }: Row) =>
          (channel === undefined || of === channel) &&
          (campaign === undefined || c === campaign.normalize('NFC')) &&
          (adGroup === undefined || g === adGroup) &&
          (adId === undefined || a === adId) &&
          (contains === undefined || [c, g, a].some((name) => name?.toLowerCase().includes(contains.toLowerCase())));
        const all = reportOf(input, { groupBy }).rows.filter(isShown);
        expect(byNames(reportOf(input, { groupBy, filter }).rows)).toEqual(byNames(all));
      }),
      { numRuns: 300 },
    );
  });

  it('by network leaves its spend, and the clicks and orders of the ads, ad groups and campaigns that it is of', () => {
    fc.assert(
      fc.property(anyInput, fc.constantFrom('google_ads', 'meta', 'tiktok'), (input, network) => {
        const spend = input.spend.filter((one) => one.network === network);
        const { rows } = reportOf({ ...input, spend }, { groupBy });
        const keyOf = (...of: unknown[]) => JSON.stringify(of);
        const withSpend = new Set(rows.filter(({ figures }) => figures.spend !== null).map(({ names: [, ...of] }) => JSON.stringify(of)));
        const isShown = ({ names: [, c, g, a] }: Row) =>
          [keyOf(c, g, a), keyOf(c, g, null), keyOf(c, null, null)].some((key) => withSpend.has(key));
        const shown = reportOf(input, { groupBy, filter: { network } });
        expect(byNames(shown.rows)).toEqual(byNames(rows.filter(isShown)));
        const days = reportOf(input, { groupBy: ['day'], filter: { network } });
        expect(days.rows.map(({ figures }) => figures.clicks)).toEqual(
          shown.totals.length === 0 || shown.rows.length === 0 ? [] : shown.totals.map(({ figures }) => figures.clicks),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('by network leaves out only clicks and spend of the ads that it is of', () => {
    const clicks = (ad_id: string, count: number, more: object = {}) =>
      cell('clicks', day, { campaign: 'Spring', ad_group: 'g', ad_id, channel: 'paid_search', ...more }, count);
    const cells = [
      clicks('ad_1', 1),
      clicks('ad_1', 2, { traffic: 'bot' }),
      clicks('ad_1', 4, { channel: 'email' }),
      clicks('ad_2', 8),
      clicks('ad_2', 16, { traffic: 'bot' }),
      clicks('ad_2', 32, { channel: 'email' }),
      clicks('ad_3', 64, { traffic: 'bot' }),
      clicks('ad_3', 128, { channel: 'email' }),
    ];
    const of = (adId: string, network: string) => spendOn(day, [{ campaign: 'Spring', adGroup: 'g', adId, spend: '5' }], { network });
    const spend = [of('ad_1', 'google_ads'), of('ad_2', 'meta'), of('ad_3', 'google_ads')];
    const { leftOut } = reportOf({ cells, spend }, { groupBy, filter: { network: 'google_ads' } });
    expect([leftOut.traffic.get('bot')?.clicks, leftOut.channels.clicks]).toEqual([66, 132]);
    const other = reportOf({ cells, spend }, { groupBy, filter: { network: 'meta' } }).leftOut;
    expect([other.traffic.get('bot')?.clicks, other.channels.clicks]).toEqual([16, 32]);
    const all = reportOf({ cells, spend }, { groupBy }).leftOut;
    expect([all.traffic.get('bot')?.clicks, all.channels.clicks]).toEqual([82, 164]);
  });

  it('needs no rate of what it leaves out', () => {
    const cells = [cell('clicks', day, { campaign: 'Spring' }, 3), cell('click', day, { campaign: 'Café', currency: 'EUR' }, 1, '5')];
    const filtered = reportOf({ cells }, { groupBy, currency: 'USD', filter: { campaign: 'Spring' } });
    expect(filtered.missing.size).toBe(0);
    expect(reportOf({ cells }, { groupBy, currency: 'USD' }).missing.size).toBe(1);
  });
});
