import { dayAfter } from '#shared/values/zone-calendar.ts';
import { byName, cell, reportOf, spendOn } from './memory.ts';

const first = '2026-11-01';
const at = (number: number) => dayAfter(first, number - 1);
const clicks = (day: number, ad_id: string, count: number, more: object = {}) =>
  cell('clicks', at(day), { campaign: 'K', ad_group: 'G', ad_id, ...more }, count);
const order = (day: number, ad_id: string, value: string, more: object = {}) =>
  cell('click', at(day), { campaign: 'K', ad_group: 'G', ad_id, ...more }, 1, value);
const adRow = (adId: string, spend: string) => ({ campaign: 'K', adGroup: 'G', adId, spend });
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const byAd = ['campaign', 'ad_group', 'ad_id'] as const;

describe('a ratio divides the same ads and days', () => {
  it('1: days without a row of spend are in neither part', () => {
    const { rows, totals } = reportOf({
      cells: days(1, 10).flatMap((day) => [clicks(day, 'A', 10), order(day, 'A', '40')]),
      spend: days(1, 5).map((day) => spendOn(at(day), [adRow('A', '20')])),
    });
    const right = {
      value: '400.00',
      spend: '100.00',
      clicks: 100,
      return_on_ad_spend: '2.0000',
      net_return: '2.0000',
      cost_per_click: '2.0000',
      cost_per_conversion: '20.0000',
      reason: null,
      warnings: ['spend_partial'],
      spend_coverage: {
        days_known: 5,
        days: 10,
        spend: '100.00',
        value: '200.00',
        conversions: 5,
        clicks: 50,
        unjoined_spend: '0.00',
      },
    };
    expect(rows[0]?.figures).toMatchObject(right);
    expect(totals[0]?.figures).toMatchObject({ ...right, return_at_least: '2.0000' });
  });

  describe('2: a campaign that is priced by ad on one day and whole on the next', () => {
    const input = {
      cells: [
        clicks(1, 'A1', 5),
        order(1, 'A1', '30'),
        clicks(1, 'A2', 5),
        order(1, 'A2', '10'),
        clicks(2, 'A1', 5),
        order(2, 'A1', '90'),
        clicks(2, 'A2', 5),
        order(2, 'A2', '10'),
      ],
      spend: [spendOn(at(1), [adRow('A1', '3')]), spendOn(at(2), [{ campaign: 'K', spend: '97' }])],
    };
    it.each([[byAd], [['ad_id']], [['campaign']], [['day']], [['channel', 'ad_id']], [['week', 'ad_group']]])(
      'has one return of the totals by %s',
      (groupBy) => {
        const { totals, totalsWithSpend } = reportOf(input, { groupBy: groupBy as never });
        expect(totals[0]?.figures).toMatchObject({
          value: '140.00',
          spend: '100.00',
          return_on_ad_spend: '1.3000',
          reason: null,
          warnings: ['spend_partial'],
          return_at_least: '1.3000',
          spend_coverage: {
            spend: '100.00',
            value: '130.00',
            conversions: 3,
            clicks: 15,
            days: 2,
            days_known: 2,
          },
        });
        expect(totalsWithSpend[0]?.figures).toMatchObject({
          clicks: 15,
          conversions: 3,
          value: '130.00',
          spend: '100.00',
          return_on_ad_spend: '1.3000',
        });
      },
    );
    it('has a return of the campaign, and none of its ads or of its own row beside them', () => {
      const campaign = reportOf(input, { groupBy: ['campaign'] }).rows[0]?.figures;
      expect(campaign).toMatchObject({ return_on_ad_spend: '1.3000', reason: null });
      const none = {
        return_on_ad_spend: null,
        net_return: null,
        cost_per_click: null,
        cost_per_conversion: null,
      };
      const level = { ...none, reason: 'spend_level' };
      expect(byName(reportOf(input, { groupBy: byAd }).rows)).toMatchObject({
        'K G A1 USD': { ...level, spend: '3.00', value: '120.00' },
        'K G A2 USD': { ...level, spend: null, value: '20.00' },
        'K   USD': { ...level, spend: '97.00', clicks: 0 },
      });
    });
    it('has the returns of each day by day', () => {
      expect(byName(reportOf(input, { groupBy: ['day', ...byAd] }).rows)).toMatchObject({
        [`${at(1)} K G A1 USD`]: { spend: '3.00', return_on_ad_spend: '10.0000', reason: null },
        [`${at(1)} K G A2 USD`]: { spend: null, reason: 'spend_unknown' },
        [`${at(2)} K G A1 USD`]: { spend: null, reason: 'spend_level' },
        [`${at(2)} K   USD`]: { spend: '97.00', reason: 'spend_level' },
      });
    });
    it('has no return with a filter by one of its ads', () => {
      const { totals, totalsWithSpend } = reportOf(input, { groupBy: ['ad_id'], filter: { adId: 'A1' } });
      expect(totals[0]?.figures).toMatchObject({
        return_on_ad_spend: null,
        reason: 'spend_level',
        spend: '3.00',
      });
      expect(totalsWithSpend).toEqual([]);
    });
  });

  const renamed = {
    cells: [clicks(1, 'A', 10), order(1, 'A', '300'), clicks(1, 'old', 10), order(1, 'old', '300')],
    spend: [spendOn(at(1), [adRow('A', '100'), adRow('B', '100')])],
  };
  it('3: spend without clicks is in no return, and its amount is stated', () => {
    const { rows, totals } = reportOf(renamed);
    expect(totals[0]?.figures).toMatchObject({
      value: '600.00',
      spend: '200.00',
      return_on_ad_spend: '3.0000',
      return_at_least: '1.5000',
      spend_coverage: { spend: '100.00', value: '300.00', unjoined_spend: '100.00' },
    });
    expect(byName(rows)).toMatchObject({
      'A USD': { return_on_ad_spend: '3.0000', reason: null, warnings: [] },
      'B USD': { spend: '100.00', return_on_ad_spend: null, reason: 'no_clicks_joined' },
      'old USD': { spend: null, return_on_ad_spend: null, reason: 'spend_unknown' },
    });
  });

  it('3b: an ad with amounts in another currency than its spend has no return and is in none', () => {
    const { rows, totals, totalsWithSpend } = reportOf({
      cells: [...renamed.cells, clicks(1, 'D', 10), order(1, 'D', '100')],
      spend: [...renamed.spend, spendOn(at(1), [adRow('D', '50')], { currency: 'EUR', adAccount: 'b' })],
    });
    expect(byName(totals)).toMatchObject({
      USD: {
        value: '700.00',
        return_on_ad_spend: '3.0000',
        return_at_least: '1.5000',
        reason: null,
        cost_per_click: '10.0000',
        cost_per_conversion: '100.0000',
        clicks: 0,
        spend_coverage: { value: '300.00', spend: '100.00' },
      },
      EUR: {
        return_on_ad_spend: null,
        net_return: null,
        reason: 'mixed_currencies',
        clicks: 30,
        cost_per_click: '5.0000',
        cost_per_conversion: '50.0000',
        return_at_least: null,
        spend_coverage: { value: '0.00', spend: '50.00', conversions: 1, clicks: 10 },
      },
    });
    expect(byName(rows)).toMatchObject({
      'D EUR': { cost_per_conversion: '50.0000', return_on_ad_spend: null, reason: 'mixed_currencies' },
      'D USD': { value: '100.00', return_on_ad_spend: null, reason: 'mixed_currencies' },
    });
    expect(byName(totalsWithSpend)).toMatchObject({
      USD: { value: '300.00', clicks: 10, return_on_ad_spend: '3.0000' },
      EUR: { value: '0.00', spend: '50.00', clicks: 10, conversions: 1, return_on_ad_spend: null },
    });
  });

  it('4: a paused ad of a stored day cost nothing', () => {
    const sale = (day: number, value: string) => ({ ...order(day, 'X', value), series: 'occurred' as const });
    const input = {
      cells: [clicks(1, 'X', 10), clicks(1, 'Y', 1), sale(2, '200')],
      spend: [spendOn(at(1), [adRow('X', '50')]), spendOn(at(2), [adRow('Y', '7')])],
    };
    const { rows } = reportOf(input, { basis: 'occurred' });
    expect(byName(rows)['X USD']).toMatchObject({ return_on_ad_spend: '4.0000', reason: null, warnings: [] });
    const unstored = reportOf({ ...input, spend: input.spend.slice(0, 1) }, { basis: 'occurred' });
    expect(byName(unstored.rows)['X USD']).toMatchObject({
      return_on_ad_spend: '0.0000',
      warnings: ['spend_partial'],
    });
  });

  it('5: an ad that was renamed keeps the return of its known day', () => {
    const { rows } = reportOf({
      cells: [
        clicks(1, 'ad_42', 4),
        order(1, 'ad_42', '40'),
        ...days(2, 10).flatMap((day) => [clicks(day, 'ad_42', 20), order(day, 'ad_42', '100')]),
      ],
      spend: days(1, 10).map((day) => spendOn(at(day), [adRow(day === 1 ? 'ad_42' : 'new', '10')])),
    });
    expect(byName(rows)).toMatchObject({
      'ad_42 USD': {
        value: '940.00',
        return_on_ad_spend: '4.0000',
        spend_coverage: { days_known: 1, days: 10, value: '40.00' },
      },
      'new USD': { reason: 'no_clicks_joined', return_on_ad_spend: null },
    });
  });

  it.each(['order', 'adjustment'] as const)('6: a return takes the net of its own orders by the day of the %s', (adjustedOn) => {
    const refund = (series: 'net_click' | 'net_adjusted', day: number) => ({
      ...order(day, 'A', '-100', { matched_by: 'voided' }),
      series,
    });
    const { totals } = reportOf(
      {
        cells: [clicks(1, 'A', 5), order(1, 'A', '100'), refund('net_click', 1), refund('net_adjusted', 8)],
        spend: [spendOn(at(1), [adRow('A', '50')])],
      },
      { adjustedOn },
    );
    expect(totals[0]?.figures).toMatchObject({
      net_return: '0.0000',
      return_on_ad_spend: '2.0000',
      net_value: '0.00',
    });
  });
});

describe('an id is one object under every name of its account', () => {
  const named = (day: number, campaign: string, spend: string) => spendOn(at(day), [{ campaignId: '77', campaign, adId: 'R1', spend }]);
  const input = {
    cells: [
      cell('clicks', at(28), { campaign: 'OldName', ad_id: 'R1' }, 1),
      cell('clicks', at(12), { campaign: 'OldName', ad_id: 'R1' }, 2),
    ],
    spend: [named(10, 'OldName', '8'), named(26, 'OldName', '1'), named(27, 'NewName', '2'), named(28, 'NewName', '4')],
  };
  const byDay = ['day', 'campaign', 'ad_id'] as const;
  const textsOf = (from: number, to: number) =>
    reportOf(input, { from: at(from), to: at(to), groupBy: byDay })
      .rows.map((row) => JSON.stringify(row))
      .sort();

  it('a day has the same rows whatever other days are asked for', () => {
    expect(byName(reportOf(input, { from: at(28), to: at(28), groupBy: byDay }).rows)).toMatchObject({
      [`${at(28)} OldName R1 USD`]: { clicks: 1, spend: '4.00', cost_per_click: '4.0000' },
    });
    for (let split = 1; split < 30; split++) expect([...textsOf(1, split), ...textsOf(split + 1, 30)].sort()).toEqual(textsOf(1, 30));
  });
});

it('rows of two accounts that price a campaign at different levels on one day are one unit', () => {
  const input = {
    cells: [clicks(1, 'B1', 4), order(1, 'B1', '22'), clicks(1, 'B2', 7)],
    spend: [spendOn(at(1), [{ campaign: 'K', spend: '10' }]), spendOn(at(1), [adRow('B1', '1')], { network: 'meta', adAccount: 'b' })],
  };
  for (const groupBy of [byAd, ['campaign'], ['day']] as const)
    expect(reportOf(input, { groupBy }).totals[0]?.figures).toMatchObject({
      spend: '11.00',
      return_on_ad_spend: '2.0000',
      cost_per_click: '1.0000',
      warnings: [],
    });
  expect(byName(reportOf(input, { groupBy: byAd }).rows)).toMatchObject({
    'K G B1 USD': { spend: null, return_on_ad_spend: null, reason: 'spend_level' },
    'K   USD': { spend: '11.00', return_on_ad_spend: null, reason: 'spend_level' },
  });
});
