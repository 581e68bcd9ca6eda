import { isPlaceOf, placeOf } from '#shared/performance/rules/sort.ts';
import { byName, cell, reportOf, spendOn } from './memory.ts';

const day = '2026-11-20';
const before = '2026-10-21';
const spent = (on: string, spend: string, currency = 'USD') => spendOn(on, [{ adId: 'ad_42', spend }], { currency });

describe('a comparison with another currency', () => {
  const cells = [
    cell('clicks', day, { ad_id: 'ad_42' }, 400),
    cell('click', day, { ad_id: 'ad_42' }, 12, '1080'),
    cell('clicks', before, { ad_id: 'ad_42' }, 100),
    cell('click', before, { ad_id: 'ad_42', currency: 'EUR' }, 3, '70'),
  ];
  const spend = [spent(day, '240'), spent(before, '50', 'EUR')];

  it('changes no figure of the current period', () => {
    const alone = byName(reportOf({ cells, spend }).rows);
    const compared = byName(reportOf({ cells, spend }, { compare: 'previous_period' }).rows);
    expect(compared['ad_42 USD']).toEqual(alone['ad_42 USD']);
    expect(compared['ad_42 USD']).toMatchObject({ clicks: 400, conversion_rate: '0.030000' });
    expect(compared['ad_42 EUR']).toMatchObject({ clicks: 0, conversions: 0, conversion_rate: null });
  });
});

it('an event of another type in another currency leaves the ratios as they are', () => {
  const cells = [
    cell('clicks', day, { ad_id: 'ad_42' }, 400),
    cell('click', day, { ad_id: 'ad_42' }, 12, '1080'),
    cell('click', day, { ad_id: 'ad_42', event_type: 'signup_completed', currency: 'EUR' }, 1, '1'),
  ];
  const rows = byName(reportOf({ cells, spend: [spent(day, '240')] }).rows);
  expect(rows['ad_42 USD']).toMatchObject({
    return_on_ad_spend: '4.5000',
    cost_per_click: '0.6000',
    warnings: [],
  });
});

it('the year before a 29 February has no row outside the period', () => {
  const cells = [cell('clicks', '2023-02-28', { ad_id: 'ad_42' }, 5)];
  const period = {
    from: '2024-02-29',
    to: '2024-03-10',
    compare: 'previous_year',
    groupBy: ['day'],
  } as const;
  const { rows } = reportOf({ cells, spend: [] }, period);
  expect(rows.map(({ names, previous }) => [names, previous?.clicks])).toEqual([[['2024-02-29'], 5]]);
});

describe('the place of a cursor', () => {
  it('is short for names of any length, and tells two of them apart', () => {
    const rows = ['a', 'b'].map(
      (end) => reportOf({ cells: [cell('clicks', day, { ad_id: '字'.repeat(900) + end }, 1)], spend: [] }).rows[0],
    );
    const [one, other] = rows.map((row) => placeOf(row as never, ['ad_id'], 'ad_id'));
    expect(JSON.stringify(one).length).toBeLessThan(500);
    expect(one).not.toEqual(other);
  });

  it('is refused for a figure that is no number', () => {
    const sort = { field: 'spend', isDescending: true } as const;
    for (const value of ['x', '', '1e5', '1.', '--1']) expect(isPlaceOf({ value, id: '[]' }, sort)).toBe(false);
    for (const value of ['240.00', '-3', null]) expect(isPlaceOf({ value, id: '[]' }, sort)).toBe(true);
  });
});

it('a key of one pixel reads nothing of spend without a pixel, so it needs no rate for it', () => {
  const spend = [spent(day, '240', 'GBP')];
  const ofKey = { pixelKey: 'pk_1', currency: 'USD', showsUnjoined: false };
  expect(() => reportOf({ cells: [], spend }, ofKey)).not.toThrow();
  expect(reportOf({ cells: [], spend }, ofKey).rows).toEqual([]);
});
