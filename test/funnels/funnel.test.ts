import { fallFindings } from '#shared/funnels/rules/falls.ts';
import { funnelOf, stepsOf } from '#shared/funnels/rules/funnel.ts';
import { gapFindings } from '#shared/funnels/rules/gaps.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';

const days = Array.from({ length: 20 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);

type Shop = {
  ad?: number;
  organic?: number;
  views?: number;
  items?: number;
  checkouts?: number;
  orders?: number;
};
const ordinary = { ad: 60, organic: 40, views: 250, items: 30, checkouts: 15, orders: 10 };

function shop(usual: Shop, on: (day: number) => Shop = () => ({})): Counter[] {
  return days.flatMap((day, i) => {
    const now = { ...usual, ...on(i) };
    const counters: [Counter['metric'], string, number | undefined][] = [
      ['session', 'ad', now.ad],
      ['session', 'organic', now.organic],
      ['browser', 'page_viewed', now.views],
      ['browser', 'items_added', now.items],
      ['server', 'checkout_started', now.checkouts],
      ['server', 'order_created', now.orders],
      ['server', 'signup_completed', 3],
    ];
    return counters.flatMap(([metric, detail, count]) => (count ? [{ day, metric, detail, count }] : []));
  });
}
const all = (counters: Counter[]) => {
  const funnel = funnelOf(counters, days);
  return [...gapFindings(funnel), ...fallFindings(funnel)];
};
const brief = (counters: Counter[]) =>
  all(counters).map(({ code, severity, facts }) => [code, severity, facts.step].filter(Boolean).join(' '));
const scaled = (factor: number): Shop =>
  Object.fromEntries(Object.entries(ordinary).map(([name, count]) => [name, Math.round(count * factor)]));

describe('the diagnosis of a funnel', () => {
  it.each<[what: string, counters: Counter[], findings: string[]]>([
    ['a healthy shop', shop(ordinary), []],
    ['a shop that grows by a tenth a day', shop(ordinary, (day) => scaled(1.1 ** day)), []],
    ['a shop that started on the tenth day', shop({}, (day) => (day < 10 ? {} : ordinary)), []],
    ['a business with quiet weekends', shop(ordinary, (day) => (day % 7 > 4 ? scaled(0.4) : {})), []],
    ['a small shop with one order every other day', shop({ ad: 1, views: 2 }, (day) => ({ orders: day % 2 })), []],
    ['no data at all', [], ['no_data info']],
    ['checkouts that are never sent', shop({ ...ordinary, checkouts: 0 }), ['tracking_gap critical checkout_started']],
    ['carts that are never sent', shop({ ...ordinary, items: 0 }), ['tracking_gap info items_added']],
    ['checkouts sent from one of two ways in', shop({ ...ordinary, checkouts: 5 }), ['tracking_gap warning checkout_started']],
    ['page views blocked by a policy', shop({ ...ordinary, views: 0 }), ['no_page_views critical']],
    ['page views blocked for most', shop({ ...ordinary, views: 40 }), ['page_views_missing warning']],
    ['ad links without parameters', shop({ ...ordinary, ad: 1, organic: 99 }), ['few_ad_sessions warning']],
    ['a pixel missing from the landing pages', shop({ ...ordinary, ad: 4, organic: 1 }), ['tracking_gap warning sessions']],
    [
      'checkouts that stopped with a release, while orders go on',
      shop(ordinary, (day) => (day >= 12 ? { checkouts: 0 } : {})),
      ['tracking_stopped critical checkout_started'],
    ],
    [
      'page views that stopped for three days',
      shop(ordinary, (day) => (day >= 8 && day <= 10 ? { views: 0 } : {})),
      ['tracking_stopped critical page_views'],
    ],
    [
      'carts recorded for a third since a release',
      shop({ ...ordinary, items: 90 }, (day) => (day >= 15 ? { items: 30 } : {})),
      ['tracking_stopped warning items_added'],
    ],
    [
      'everything down to a third: ads were stopped',
      shop(ordinary, (day) => (day >= 12 ? scaled(0.33) : {})),
      ['real_drop warning sessions'],
    ],
    [
      'fewer checkouts and so fewer orders, visitors as before',
      shop(ordinary, (day) => (day >= 12 ? { checkouts: 5, orders: 3 } : {})),
      ['real_drop warning checkout_started'],
    ],
    [
      'orders at a third, checkouts as before: payment trouble',
      shop(ordinary, (day) => (day >= 12 ? { orders: 3 } : {})),
      ['real_drop warning order_created'],
    ],
    [
      'a server that sends nothing any more',
      shop(ordinary, (day) => (day >= 12 ? { checkouts: 0, orders: 0 } : {})),
      ['tracking_stopped critical checkout_started'],
    ],
    [
      'orders that stopped alone: their job died',
      shop(ordinary, (day) => (day >= 12 ? { orders: 0 } : {})),
      ['tracking_stopped critical order_created'],
    ],
    ['a drop of two days, which a weekend may be', shop(ordinary, (day) => (day >= 18 ? scaled(0.3) : {})), []],
  ])('%s', (_, counters, findings) => {
    expect(brief(counters)).toEqual(findings);
  });

  it('the diagnosis of a funnel says since when, how much is left and which steps fell together', () => {
    const [drop] = all(shop(ordinary, (day) => (day >= 12 ? { checkouts: 5, orders: 3 } : {})));
    expect(drop?.facts).toEqual({
      step: 'checkout_started',
      since: '2026-11-13',
      until: 'now',
      share_left: 0.3333,
      steps: 'checkout_started,order_created',
    });
    const [gap] = all(shop(ordinary, (day) => (day >= 8 && day <= 10 ? { views: 0 } : {})));
    expect(gap).toMatchObject({ facts: { since: '2026-11-09', until: '2026-11-11', share_left: 0 } });
    for (const words of ['From 2026-11-09 to 2026-11-11', 'page_views', 'continues']) expect(gap?.message).toContain(words);
  });

  it('the diagnosis of a funnel tells a step that two sources report, since it is added up', () => {
    const twice = [...shop(ordinary), { day: '2026-11-01', metric: 'server' as const, detail: 'items_added', count: 30 }];
    expect(brief(twice)).toEqual(['counted_from_two_sources info items_added']);
  });
});

describe('the steps', () => {
  it('the steps count browsers and servers together, page views from browsers only, and have a rate where one can be', () => {
    const counters: Counter[] = [
      { day: '2026-11-01', metric: 'browser', detail: 'checkout_started', count: 3 },
      { day: '2026-11-02', metric: 'server', detail: 'checkout_started', count: 5 },
      { day: '2026-11-02', metric: 'server', detail: 'page_viewed', count: 9 },
      { day: '2026-11-02', metric: 'server', detail: 'sessions', count: 9 },
      { day: '2026-11-02', metric: 'outcome', detail: 'order_created|matched', count: 9 },
      { day: '2026-12-02', metric: 'server', detail: 'order_created', count: 9 },
      { day: '2026-11-03', metric: 'server', detail: 'order_created', count: 2 },
    ];
    expect(stepsOf(funnelOf(counters, days))).toEqual([
      { step: 'sessions', count: 0, rate_from_previous: null },
      { step: 'page_views', count: 0, rate_from_previous: null },
      { step: 'items_added', count: 0, rate_from_previous: null },
      { step: 'checkout_started', count: 8, rate_from_previous: null },
      { step: 'order_created', count: 2, rate_from_previous: 0.25 },
    ]);
  });
});
