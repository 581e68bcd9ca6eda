// Slow: it walks pages in a browser.
import { hoursOf } from '../../web/console/kit/dates.ts';
import { dividedBy, placesOf } from '../../web/console/kit/money.ts';
import { overviewSearch } from '../../web/console/kit/period-search.ts';
import {
  amountsOf,
  byCustomer,
  currenciesOf,
  idOf,
  inRange,
  leavesOf,
  seriesOf,
  shownOf,
  sorted,
  totalsOf,
  treeOf,
  typesOf,
} from '../../web/console/kit/report-rows.ts';
import { performanceSearch } from '../../web/console/performance/search.ts';
import { signInSearch } from '../../web/console/sign-in/search.ts';

const row = (campaign: string, ad_group: string, ad_id: string, count: number, value: string, currency = 'USD') => ({
  campaign,
  ad_group,
  ad_id,
  count,
  value,
  currency,
  event_type: 'order_created',
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
    expect(tree.map(({ name, count, amounts }) => [name, count, amounts])).toEqual([
      [
        'spring',
        4,
        {
          USD: { count: 3, value: '0.30', perOrder: '0.10' },
          EUR: { count: 1, value: '5', perOrder: '5.00' },
        },
      ],
      ['brand', 9, { USD: { count: 9, value: '90.5', perOrder: '10.06' } }],
    ]);
    expect(leavesOf(tree).map(({ name }) => name)).toEqual(['ad_1', 'ad_2', 'ad_3', 'ad_4']);
    expect(tree[0]?.children.map(({ name, children }) => [name, children.length])).toEqual([
      ['shoes', 2],
      ['boots', 1],
    ]);
  });

  it('is sorted at each level and shows what is open', () => {
    const tree = sorted(treeOf(rows), { by: 'value', isDescending: true }, 'USD');
    expect(tree.map(({ name }) => name)).toEqual(['brand', 'spring']);
    expect(sorted(tree, { by: 'name', isDescending: true }, 'USD')[1]?.name).toBe('brand');
    const spring = tree[1];
    const open = new Set(spring ? [idOf(spring)] : []);
    expect(shownOf(tree, open).map(({ path }) => path.join('>'))).toEqual(['brand', 'spring', 'spring>shoes', 'spring>boots']);
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

  const noon = Date.parse('2026-03-03T12:00:00Z');
  const context = { interval: 'day', zone: 'UTC', now: { day: '2026-03-03', at: noon } } as const;
  const before = { rows: days, range: { from: '2026-02-26', to: '2026-02-28' } };

  it('has a point for each day, beside the same day of the period before; today is not over', () => {
    const points = seriesOf({ rows: days, range }, before, { kind: 'value', currency: 'USD' }, context);
    expect(points.map(({ days: _, ...point }) => point)).toEqual([
      { at: '2026-03-01', now: 0.1, before: 0, exact: '0.1', exactBefore: '0', isPartial: false },
      { at: '2026-03-02', now: 0, before: 0, exact: '0', exactBefore: '0', isPartial: false },
      { at: '2026-03-03', now: 0.2, before: 8, exact: '0.2', exactBefore: '8', isPartial: true },
    ]);
    const counts = seriesOf({ rows: days, range }, null, { kind: 'count' }, context);
    expect(counts.map(({ now, exactBefore }) => [now, exactBefore])).toEqual([
      [1, null],
      [0, null],
      [7, null],
    ]);
  });

  it('has no earlier day beside today if today is not compared', () => {
    const earlier = { ...before, range: { from: '2026-02-27', to: '2026-02-28' } };
    const points = seriesOf({ rows: days, range }, earlier, { kind: 'count' }, context);
    expect(points.map(({ now, exactBefore }) => [now, exactBefore])).toEqual([
      [1, '0'],
      [0, '4'],
      [7, null],
    ]);
  });

  it('adds up weeks from Monday and months, beside as many days before', () => {
    const long = { from: '2026-02-27', to: '2026-03-03' };
    const earlier = {
      rows: [{ day: '2026-02-24', currency: 'USD', count: 3, value: '1' }],
      range: { from: '2026-02-22', to: '2026-02-26' },
    };
    const by = (interval: 'week' | 'month') =>
      seriesOf({ rows: days, range: long }, earlier, { kind: 'count' }, { ...context, interval }).map(
        ({ at, days: of, exact, exactBefore, isPartial }) => [at, of?.to, exact, exactBefore, isPartial],
      );
    // 2026-03-02 is a Monday.
    expect(by('week')).toEqual([
      ['2026-02-27', '2026-03-01', '5', '3', false],
      ['2026-03-02', '2026-03-03', '7', '0', true],
    ]);
    expect(by('month')).toEqual([
      ['2026-02-27', '2026-02-28', '4', '0', false],
      ['2026-03-01', '2026-03-03', '8', '3', true],
    ]);
  });

  it('has the hours of one day, of which those to come say nothing', () => {
    const rows = [{ day: '2026-03-03', hour: '2026-03-03T09:00:00.000Z', currency: 'USD', count: 2, value: '5' }];
    const points = seriesOf(
      { rows, range: { from: '2026-03-03', to: '2026-03-03' } },
      null,
      { kind: 'count' },
      { ...context, now: { day: '2026-03-03', at: noon + 1 } },
    );
    expect(points).toHaveLength(24);
    expect(points.map(({ now }) => now).slice(8, 14)).toEqual([0, 2, 0, 0, 0, null]);
    expect(points.flatMap(({ isPartial }, i) => (isPartial ? [i] : []))).toEqual([12]);
    // The clocks of Lisbon go forward on 2026-03-29 and back on 2026-10-25.
    expect(hoursOf('2026-03-29', 'Europe/Lisbon')).toHaveLength(23);
    expect(hoursOf('2026-10-25', 'Europe/Lisbon')).toHaveLength(25);
    expect(hoursOf('2026-03-03', 'Asia/Kathmandu')[0]).toBe('2026-03-02T18:15:00.000Z');
  });

  it('divides exactly and rounds half up once', () => {
    expect(dividedBy('100', 3, 2)).toBe('33.33');
    expect(dividedBy('0.05', 2, 2)).toBe('0.03');
    expect(dividedBy('0.0449', 1, 2)).toBe('0.04');
    expect(dividedBy('12345678901234567890.12', 2, 2)).toBe('6172839450617283945.06');
    expect(dividedBy('5', 2, 0)).toBe('3');
    expect(dividedBy('5', 0, 2)).toBeNull();
    expect([placesOf('JPY'), placesOf('USD'), placesOf('BHD'), placesOf('none')]).toEqual([0, 2, 3, 2]);
  });

  it('takes value per order of orders alone, and of all events where one type is shown', () => {
    const mixed = [
      { event_type: 'order_created', currency: 'USD', count: 2, value: '5' },
      { event_type: 'signup_completed', currency: 'USD', count: 8, value: '1' },
    ];
    expect(amountsOf(mixed).USD).toEqual({ count: 10, value: '6', perOrder: '2.50' });
    expect(typesOf(mixed).map(({ type, amounts }) => [type, amounts.USD?.perOrder])).toEqual([
      ['signup_completed', '0.13'],
      ['order_created', '2.50'],
    ]);
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
  const filters = { campaign: 'spring', group: '', ad: 7, type: 'order_created', day: '2026-01-02' };
  expect(overviewSearch({ ...filters, compare: 'year', interval: 'week' })).toEqual({
    ...filters,
    ad: '7',
    compare: 'year',
    interval: 'week',
  });
  expect(overviewSearch({ type: 'Not A Type', campaign: '', compare: '__proto__', day: '1' })).toEqual({});
  expect(overviewSearch({ period: 'toString', from: '2026-01-01', to: 'x', currency: '<b>' })).toEqual({});
});

it('keeps the newest open rows of an address, of which it has at most 20', () => {
  const rows = Array.from({ length: 25 }, (_, at) => [`campaign ${at}`]);
  expect(performanceSearch({ expanded: rows }).expanded).toEqual(rows.slice(5));
});

it('goes on after the sign-in to pages of the console alone', () => {
  expect(signInSearch({ next: '/events?outcome=rejected' })).toEqual({ next: '/events?outcome=rejected' });
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 5])
    expect(signInSearch({ next })).toEqual({});
});
