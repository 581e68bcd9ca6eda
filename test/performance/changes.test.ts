import { changesOf } from '#shared/performance/rules/changes.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { cell, reportOf, spendOn } from './memory.ts';

const sides = (days: number, daysBefore: number, { spendDaysBefore = daysBefore } = {}) => {
  const figures = (from: string, count: number, [clicks, value, spend]: [number, string, string], of = count) =>
    reportOf({
      cells: Array.from({ length: count }, (_, at) => [
        cell('clicks', dayAfter(from, at), { campaign: 'K', ad_group: 'G', ad_id: 'A' }, clicks),
        cell('click', dayAfter(from, at), { campaign: 'K', ad_group: 'G', ad_id: 'A' }, 1, value),
      ]).flat(),
      spend: Array.from({ length: of }, (_, at) => spendOn(dayAfter(from, at), [{ campaign: 'K', adGroup: 'G', adId: 'A', spend }])),
    }).totals[0]?.figures;
  const now = figures('2026-11-01', days, [30, '60.00', '20.00']);
  const before = figures('2026-11-01', daysBefore, [20, '80.00', '20.00'], spendDaysBefore);
  if (!now || !before) throw new Error('No figures');
  return [now, before] as const;
};

describe('the change against the period before', () => {
  it('is the share of the figure before, minus 1', () => {
    expect(changesOf(...sides(4, 4))).toMatchObject({
      spend: '0.0000',
      value: '-0.2500',
      clicks: '0.5000',
      conversions: '0.0000',
      return_on_ad_spend: '-0.2500',
      cost_per_click: '-0.3333',
    });
  });

  it('is none against a period with figures on less than half as many days', () => {
    expect(changesOf(...sides(8, 4)).clicks).toBe('2.0000');
    expect([...new Set(Object.values(changesOf(...sides(9, 4))))]).toEqual([null]);
  });

  it('is none of a ratio of spend whose side covers less than 90 % of its value', () => {
    expect(changesOf(...sides(10, 10, { spendDaysBefore: 9 })).return_on_ad_spend).toBe('-0.2500');
    expect(changesOf(...sides(10, 10, { spendDaysBefore: 8 }))).toMatchObject({
      return_on_ad_spend: null,
      cost_per_conversion: null,
      value: '-0.2500',
    });
  });
});
