import {
  byCustomer,
  currenciesOf,
  dailySeries,
  idOf,
  inRange,
  shownOf,
  sorted,
  totalsOf,
  treeOf,
} from '../../web/console/overview/data.ts';
import { overviewSearch } from '../../web/console/overview/search.ts';
import { signInSearch } from '../../web/console/sign-in/search.ts';

const row = (
  campaign: string,
  ad_group: string,
  ad_id: string,
  count: number,
  value: string,
  currency = 'USD',
) => ({
  ...{ campaign, ad_group, ad_id, count, value, currency },
});
const rows = [
  row('spring', 'shoes', 'ad_1', 2, '0.10'),
  row('spring', 'shoes', 'ad_2', 1, '0.20'),
  row('spring', 'boots', 'ad_3', 1, '5', 'EUR'),
  row('brand', 'exact', 'ad_4', 9, '90.5'),
];

describe('the table of campaigns', () => {
  it('adds up at each level, currencies apart', () => {
    const tree = treeOf(rows);
    expect(tree.map(({ name, count, values }) => [name, count, values])).toEqual([
      ['spring', 4, { USD: '0.30', EUR: '5' }],
      ['brand', 9, { USD: '90.5' }],
    ]);
    expect(tree[0]?.children.map(({ name, children }) => [name, children.length])).toEqual([
      ['shoes', 2],
      ['boots', 1],
    ]);
  });

  it('is sorted at each level and shows what is open', () => {
    const tree = sorted(treeOf(rows), { by: 'value', descending: true }, 'USD');
    expect(tree.map(({ name }) => name)).toEqual(['brand', 'spring']);
    expect(sorted(tree, { by: 'name', descending: true }, 'USD')[1]?.name).toBe('brand');
    const spring = tree[1];
    const open = new Set(spring ? [idOf(spring)] : []);
    expect(shownOf(tree, open).map(({ path }) => path.join('>'))).toEqual([
      'brand',
      'spring',
      'spring>shoes',
      'spring>boots',
    ]);
  });

  it('keeps names apart that only look alike when joined', () => {
    const [one, two] = treeOf([row('a","b', '', '', 1, '1'), row('a', 'b', '', 1, '1')]);
    expect(one && two && idOf(one) !== idOf(two)).toBe(true);
  });
});

describe('the chart', () => {
  const days = [
    { day: '2026-03-01', currency: 'USD', count: 1, value: '0.1' },
    { day: '2026-03-03', currency: 'USD', count: 2, value: '0.2' },
    { day: '2026-03-03', currency: 'EUR', count: 5, value: '7' },
    { day: '2026-02-28', currency: 'USD', count: 4, value: '8' },
  ];
  const range = { from: '2026-03-01', to: '2026-03-03' };

  it('has a point for each day, beside the same day of the period before', () => {
    expect(dailySeries(days, range, { kind: 'value', currency: 'USD' })).toEqual([
      { day: '2026-03-01', now: 0.1, before: 0, exact: '0.1', exactBefore: '0' },
      { day: '2026-03-02', now: 0, before: 0, exact: '0', exactBefore: '0' },
      { day: '2026-03-03', now: 0.2, before: 8, exact: '0.2', exactBefore: '8' },
    ]);
    expect(dailySeries(days, range, { kind: 'count' }).map(({ now }) => now)).toEqual([1, 0, 7]);
  });

  it('adds up the days of conversions by customer alone and of all', () => {
    const parts = [
      ...days.map((row) => ({ ...row, matched_by: 'svc_click_id' })),
      { day: '2026-03-02', currency: 'USD', count: 1, value: '0.5', matched_by: 'external_user_id' },
    ];
    expect(totalsOf(byCustomer(inRange(parts, range)), 'USD')).toEqual({ count: 1, value: '0.5' });
    expect(totalsOf(inRange(parts, range), 'USD')).toEqual({ count: 9, value: '0.8' });
  });

  it('shows the currency with the most conversions first', () => {
    expect(currenciesOf(days)).toEqual(['USD', 'EUR']);
    expect(totalsOf(inRange(days, range), 'USD')).toEqual({ count: 8, value: '0.3' });
  });
});

it('reads a view from an address, and leaves out what is none', () => {
  expect(overviewSearch({ period: '7d', currency: 'EUR' })).toEqual({ period: '7d', currency: 'EUR' });
  expect(overviewSearch({ period: 'toString', from: '2026-01-01', to: 'x', currency: '<b>' })).toEqual({});
});

it('goes on after the sign-in to pages of the console alone', () => {
  expect(signInSearch({ next: '/events?outcome=rejected' })).toEqual({ next: '/events?outcome=rejected' });
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 5])
    expect(signInSearch({ next })).toEqual({});
});
