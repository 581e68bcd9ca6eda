import { defaultConversionTypes } from '#shared/conversions/rules/conversions.ts';
import { diagnosisOf } from '#shared/funnels/rules/diagnosis.ts';
import type { Finding } from '#shared/funnels/rules/funnel.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';

/** The default report ends today, of which half has passed. */
const days = daysBetween('2026-10-22', '2026-11-21');
const today = '2026-11-21';

const { cos, exp, floor, imul, log, max, min, PI, round, sqrt } = Math;

/** The generator is mulberry32, which is the same on every machine. */
export type Dice = ReturnType<typeof diceOf>;
export function diceOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => sqrt(-2 * log(1 - next())) * cos(2 * PI * next());
  return {
    between: (from: number, to: number) => from + (to - from) * next(),
    whole: (from: number, to: number) => floor(from + (to - from + 1) * next()),
    chance: (share: number) => next() < share,
    noise: (sigma: number) => exp(normal() * sigma - (sigma * sigma) / 2),
    /** The distribution is Poisson. */
    count(mean: number): number {
      if (mean > 40) return max(0, round(mean + sqrt(mean) * normal()));
      const least = exp(-mean);
      let found = 0;
      for (let product = next(); product > least; product *= next()) found++;
      return found;
    },
    of(n: number, share: number): number {
      if (share > 0.5) return n - this.of(n, 1 - share);
      if (n > 60 && n * share > 20) {
        const found = round(n * share + sqrt(n * share * (1 - share)) * normal());
        return min(n, max(0, found));
      }
      if (n > 60) return min(n, this.count(n * share));
      let found = 0;
      for (let i = 0; i < n; i++) if (next() < share) found++;
      return found;
    },
  };
}

type Traits = ReturnType<typeof traitsOf>;

function traitsOf(dice: Dice) {
  const { between, whole, chance } = dice;
  const rare = (share: number, from: number, to: number) => (chance(share) ? between(from, to) : 0);
  return {
    /** The median of orders a day is 6; one shop in twenty has over 50, and one in twenty under 0.7. */
    ordersADay: Math.min(400, Math.max(0.05, 6 * dice.noise(1.3) * Math.exp((1.3 * 1.3) / 2))),
    orderRate: between(0.01, 0.04),
    adShare: chance(0.03) ? between(0.01, 0.1) : between(0.1, 0.85),
    viewsASession: between(1.3, 6),
    viewsLost: between(0.02, 0.15),
    itemsRate: chance(0.75) ? between(0.06, 0.2) : 0,
    ordersOfCheckouts: between(0.35, 0.75),
    checkoutFromServer: chance(0.4),
    expressOrders: rare(0.5, 0, 0.1),
    weekendFactor: between(0.6, 1.3),
    dailyNoise: between(0.05, 0.2),
    growth: between(-0.4, 0.6),
    sale: chance(0.15) ? { from: whole(2, 28), days: whole(1, 7), factor: between(1.4, 3) } : null,
    dip: chance(0.08) ? { from: whole(2, 28), days: whole(1, 2), factor: between(0.4, 0.7) } : null,
    firstDay: chance(0.08) ? whole(3, 25) : 0,
    sendsOrganic: chance(0.6),
    withoutClickId: rare(0.2, 0.02, 0.3),
    unknown: between(0, 0.04),
    expired: rare(0.6, 0, 0.04),
    late: rare(0.3, 0, 0.04),
    repeats: chance(0.05) ? between(0.02, 0.1) : between(0, 0.015),
    rejected: chance(0.1) ? between(0.001, 0.004) : 0,
    noCurrency: rare(0.1, 0, 0.003),
    isNightly: chance(0.1),
    backlog: rare(0.1, 0, 0.02),
    early: rare(0.1, 0, 0.01),
    imported: chance(0.01) ? { day: whole(0, 30), days: between(3, 60) } : null,
    signups: rare(0.3, 0.2, 1.5),
    refunds: rare(0.3, 0.02, 0.1),
    shipped: chance(0.15) ? 1 : 0,
    paid: chance(0.08) ? between(0.85, 0.99) : rare(0.01, 0.1, 0.5),
    productViews: rare(0.2, 5, 30),
    newsletter: rare(0.1, 0.1, 1),
    failedPayments: rare(0.1, 0.02, 0.2),
    leads: chance(0.01) ? between(0.1, 0.5) : 0,
    previews: chance(0.15) ? between(0.01, 0.15) : 0,
    untagged: rare(0.4, 0, 0.04),
    unpaidPosts: rare(0.5, 0, 0.15),
    soldTwice: chance(0.03) ? between(0.0005, 0.003) : 0,
    batchReuse: chance(0.01) ? 1 : rare(0.04, 0.001, 0.004),
    otherClick: rare(0.05, 0, 0.003),
    editedOrders: chance(0.003) ? 0.003 : 0,
  };
}

export type Shop = { counters: Counter[]; orders: number; isLarge: boolean; dice: Dice };

export function healthyShop(seed: number): Shop {
  const dice = diceOf(seed);
  const traits = traitsOf(dice);
  const counters = days.flatMap((day, place) => dayOf(day, place, traits, dice));
  const orders = states.reduce((sum, state) => sum + sumOf(counters, 'type', `order_created|${state}`), 0);
  return {
    counters,
    orders,
    isLarge: traits.firstDay === 0 && sumOf(counters, 'type', 'order_created|counted') >= 100,
    dice,
  };
}

const states = ['counted', 'uncounted', 'valued', 'unmatched'];

export const sumOf = (counters: readonly Counter[], metric: Counter['metric'], detail?: string) =>
  counters
    .filter((one) => one.metric === metric && (detail === undefined || one.detail === detail))
    .reduce((sum, { count }) => sum + count, 0);

function trafficOn(place: number, t: Traits, dice: Dice): number {
  if (place < t.firstDay) return 0;
  const isIn = (span: Traits['sale']) => span && place >= span.from && place < span.from + span.days;
  const isWeekend = new Date(days[place] as string).getUTCDay() % 6 === 0;
  return (
    (place === days.length - 1 ? 0.5 : 1) *
    (isWeekend ? t.weekendFactor : 1) *
    (1 + (t.growth * place) / days.length) *
    ((isIn(t.sale) && t.sale?.factor) || 1) *
    ((isIn(t.dip) && t.dip?.factor) || 1) *
    dice.noise(t.dailyNoise)
  );
}

function dayOf(day: string, place: number, t: Traits, dice: Dice): Counter[] {
  const traffic = trafficOn(place, t, dice);
  const visits = dice.count((t.ordersADay / t.orderRate) * traffic);
  const ad = dice.of(visits, t.adShare);
  const organic = visits - ad;
  const checkouts = dice.count(((visits * t.orderRate) / t.ordersOfCheckouts) * dice.noise(0.1));
  const express = dice.count(visits * t.orderRate * t.expressOrders);
  const orders = dice.of(checkouts, t.ordersOfCheckouts) + express;
  const cells = new Map<string, Counter>();
  const add = (metric: Counter['metric'], detail: string, count: number) => {
    const id = `${metric} ${detail}`;
    const cell = cells.get(id) ?? { day, metric, detail, count: 0 };
    cell.count += count;
    if (count > 0) cells.set(id, cell);
  };
  const send = (type: string, all: number, state: 'counted' | 'uncounted' | 'valued') => {
    const fromAds = dice.of(all, t.adShare);
    const unknown = dice.of(fromAds, t.unknown);
    const expired = dice.of(fromAds - unknown, t.expired);
    const matched = fromAds - unknown - expired;
    const fromElsewhere = t.sendsOrganic ? all - fromAds : 0;
    const nameless = dice.of(fromElsewhere, t.withoutClickId);
    const sent = fromAds + fromElsewhere;
    add('type', `${type}|${state}`, matched);
    add('type', `${type}|unmatched`, sent - matched);
    add('outcome', 'matched', matched);
    add('outcome', 'unknown_svc_click_id', unknown);
    add('outcome', 'expired_svc_click_id', expired);
    add('outcome', 'no_click_id', nameless);
    add('outcome', 'no_ad_click', fromElsewhere - nameless);
    add('late_match', '', dice.of(unknown, t.late));
    const old = dice.of(sent, t.backlog);
    add('delay', 'more', old);
    add('delay', t.isNightly ? '24h' : '1m', sent - old);
    add('booked_early', '', dice.of(sent, t.early));
    const missing = state === 'uncounted' ? 0 : dice.of(sent, t.noCurrency);
    if (state !== 'uncounted') add('currency', 'given', sent - missing);
    add('currency', 'missing', missing);
    add('duplicate', '', dice.of(sent, t.repeats));
    add('rejected', 'validation_failed', dice.of(sent, t.rejected));
    add('conflict', `${type}>${type}|click`, dice.of(sent, t.otherClick));
    return { sent, matched };
  };

  add('session', 'ad', ad);
  add('session', 'organic', organic);
  add('browser', 'page_viewed', dice.of(dice.count(visits * t.viewsASession), 1 - t.viewsLost));
  add('browser', 'items_added', dice.count(visits * t.itemsRate * 1.5));
  if (t.checkoutFromServer) send('checkout_started', checkouts, 'valued');
  else add('browser', 'checkout_started', checkouts);
  const { sent, matched } = send('order_created', orders, 'counted');
  send('signup_completed', dice.count(orders * t.signups), 'counted');
  const follow = (type: string, share: number, state: 'uncounted' | 'valued') => {
    const found = dice.of(matched, share);
    const others = dice.of(sent - matched, share);
    add('type', `${type}|${state}`, found);
    add('type', `${type}|unmatched`, others);
    add('outcome', 'matched', found);
    add('outcome', t.sendsOrganic ? 'no_ad_click' : 'expired_svc_click_id', others);
    add('delay', t.isNightly ? '24h' : '1m', found + others);
    if (state === 'valued') add('currency', 'given', found + others);
  };
  follow('order_refunded', t.refunds, 'valued');
  follow('order_shipped', t.shipped * 0.95, 'uncounted');
  follow('order_paid', t.paid, 'valued');
  send('product_viewed', dice.count(orders * t.productViews), 'valued');
  send('newsletter_subscribed', dice.count(orders * t.newsletter), 'uncounted');
  send('payment_failed', dice.of(orders, t.failedPayments), 'valued');
  send('lead_created', dice.count(orders * t.leads), 'uncounted');
  if (t.imported?.day === place) {
    const old = dice.count(t.ordersADay * t.imported.days);
    add('type', 'order_created|unmatched', old);
    add('outcome', 'no_click_id', old);
    add('delay', 'more', old);
    add('currency', 'given', old);
    add('booked_early', '', old);
  }
  add('macro', 'campaign={{campaign.name}}', t.firstDay <= place ? dice.count(t.previews) : 0);
  add('untagged_click', 'gclid', dice.of(ad, t.untagged));
  add('untagged_click', 'fbclid', dice.of(organic, t.unpaidPosts));
  add('same_sale', 'order_created+purchase_completed', dice.of(matched, t.soldTwice));
  add('conflict', 'checkout_started>order_created|stored', dice.of(sent, t.batchReuse));
  add('conflict', 'order_created>order_created|lost', dice.of(sent, t.editedOrders));
  return [...cells.values()];
}

export const findingsOf = ({ counters }: Pick<Shop, 'counters'>): Finding[] =>
  diagnosisOf(counters, { days, today, countedToday: defaultConversionTypes }).findings;

type Change = (counter: Counter, place: number, dice: Dice) => Counter[];
export type Fault = {
  name: string;
  code: string;
  severity: Finding['severity'];
  facts?: Finding['facts'];
  change: Change;
};

const is = ({ metric, detail }: Counter, wanted: Counter['metric'], name?: string) =>
  metric === wanted && (name === undefined || detail === name);
const moved =
  (metric: Counter['metric'], detail: string, share: number, to: readonly [Counter['metric'], string][]): Change =>
  (counter, _, dice) => {
    if (!is(counter, metric, detail)) return [counter];
    const part = dice.of(counter.count, share);
    return [{ ...counter, count: counter.count - part }, ...to.map(([metric, detail]) => ({ ...counter, metric, detail, count: part }))];
  };
const some =
  (metric: Counter['metric'], share: number, to: readonly [Counter['metric'], string], isMoved: boolean): Change =>
  (counter, _, dice) => {
    if (counter.metric !== metric || counter.detail === to[1]) return [counter];
    const part = dice.of(counter.count, share);
    return [
      { ...counter, count: counter.count - (isMoved ? part : 0) },
      { ...counter, metric: to[0], detail: to[1], count: part },
    ];
  };
const added =
  (metric: Counter['metric'], detail: string, share: number, to: [Counter['metric'], string][]): Change =>
  (counter, place, dice) => [
    counter,
    ...moved(metric, detail, share, to)(counter, place, dice).filter((one) => one.metric !== metric || one.detail !== detail),
  ];
const without =
  (wanted: Counter['metric'], detail: string): Change =>
  (counter) =>
    is(counter, wanted, detail) ? [] : [counter];
const both =
  (...changes: readonly Change[]): Change =>
  (counter, place, dice) =>
    changes.reduce<Counter[]>((counters, change) => counters.flatMap((one) => change(one, place, dice)), [counter]);
const ofType = (type: string, change: (detail: string) => Change): Change => both(...states.map((state) => change(`${type}|${state}`)));
const withoutType = (type: string): Change => ofType(type, (detail) => without('type', detail));
const sinceDay =
  (from: number, change: Change): Change =>
  (counter, place, dice) =>
    place >= from ? change(counter, place, dice) : [counter];
const scaled =
  (factor: number): Change =>
  (counter, _, dice) => [{ ...counter, count: dice.of(counter.count, factor) }];
const untagged = (share: number, parameter: string) =>
  moved('session', 'ad', share, [
    ['session', 'organic'],
    ['untagged_click', parameter],
  ]);

export const faults: readonly Fault[] = [
  {
    name: 'order numbers as the id of two types: every order lost',
    code: 'event_id_conflict',
    severity: 'critical',
    facts: { accepted_type: 'checkout_started', sent_type: 'order_created' },
    change: ofType('order_created', (detail) =>
      moved('type', detail, 1, [
        ['conflict', 'checkout_started>order_created|lost'],
        ['duplicate', ''],
      ]),
    ),
  },
  {
    name: 'ids used again for one order in twenty',
    code: 'event_id_conflict',
    severity: 'critical',
    change: moved('type', 'order_created|counted', 0.05, [
      ['conflict', 'order_created>order_created|lost'],
      ['duplicate', ''],
    ]),
  },
  {
    name: 'batches that use every id for two types',
    code: 'event_id_conflict',
    severity: 'warning',
    change: ofType('order_created', (detail) => added('type', detail, 1, [['conflict', 'checkout_started>order_created|stored']])),
  },
  {
    name: 'orders under a name that nobody counts',
    code: 'uncounted_event_type',
    severity: 'critical',
    facts: { event_type: 'order_completed' },
    change: both(
      moved('type', 'order_created|unmatched', 1, [['type', 'order_completed|unmatched']]),
      without('type', 'signup_completed|counted'),
      without('late_match', ''),
      moved('type', 'order_created|counted', 1, [['type', 'order_completed|valued']]),
    ),
  },
  {
    name: 'a third of the orders under such a name',
    code: 'uncounted_event_type',
    severity: 'warning',
    facts: { event_type: 'order_completed' },
    change: moved('type', 'order_created|counted', 0.33, [['type', 'order_completed|valued']]),
  },
  {
    name: 'every sale under two counted types',
    code: 'same_sale_counted_twice',
    severity: 'critical',
    change: added('type', 'order_created|counted', 1, [
      ['type', 'purchase_completed|counted'],
      ['same_sale', 'order_created+purchase_completed'],
    ]),
  },
  {
    name: 'one sale in ten under two counted types',
    code: 'same_sale_counted_twice',
    severity: 'warning',
    change: added('type', 'order_created|counted', 0.1, [
      ['type', 'purchase_completed|counted'],
      ['same_sale', 'order_created+purchase_completed'],
    ]),
  },
  {
    name: 'macros in every link',
    code: 'unreplaced_macro',
    severity: 'critical',
    facts: { field: 'campaign', macro: '{{campaign.name}}' },
    change: added('session', 'ad', 1, [['macro', 'campaign={{campaign.name}}']]),
  },
  {
    name: 'broken links in one campaign in ten',
    code: 'broken_links',
    severity: 'info',
    change: added('session', 'ad', 0.1, [['link_fault', 'amp svc_campaign']]),
  },
  {
    name: 'macros in the links of one campaign in ten',
    code: 'unreplaced_macro',
    severity: 'warning',
    change: added('session', 'ad', 0.1, [['macro', 'ad_id={adid}']]),
  },
  {
    name: 'no campaign in any link, gclid',
    code: 'clicks_without_campaign',
    severity: 'critical',
    change: untagged(1, 'gclid'),
  },
  {
    name: 'no campaign in a fifth of the links, gclid',
    code: 'clicks_without_campaign',
    severity: 'warning',
    change: untagged(0.2, 'gclid'),
  },
  {
    name: 'no campaign in any link, fbclid',
    code: 'clicks_without_campaign',
    severity: 'warning',
    change: untagged(1, 'fbclid'),
  },
  {
    name: 'no parameters at all in 99 of 100 links',
    code: 'few_ad_sessions',
    severity: 'warning',
    change: moved('session', 'ad', 0.99, [['session', 'organic']]),
  },
  {
    name: 'a fifth of the events with times of months ago',
    code: 'events_outside_default_range',
    severity: 'warning',
    change: some('outcome', 0.2, ['booked_early', ''], false),
  },
  {
    name: 'click ids that are made up, a third',
    code: 'unmatched',
    severity: 'warning',
    facts: { reason: 'unknown_svc_click_id' },
    change: some('outcome', 0.33, ['outcome', 'unknown_svc_click_id'], true),
  },
  {
    name: 'values without currency, one in ten',
    code: 'missing_currency',
    severity: 'warning',
    change: moved('currency', 'given', 0.1, [['currency', 'missing']]),
  },
  {
    name: 'a third of the events rejected',
    code: 'rejected',
    severity: 'critical',
    change: some('outcome', 0.5, ['rejected', 'validation_failed'], false),
  },
  {
    name: 'one event in twenty rejected',
    code: 'rejected',
    severity: 'warning',
    change: some('outcome', 0.05, ['rejected', 'validation_failed'], false),
  },
  {
    name: 'everything sent twice',
    code: 'duplicates',
    severity: 'warning',
    change: some('outcome', 1, ['duplicate', ''], false),
  },
  {
    name: 'a tenth of the events a week late',
    code: 'late_events',
    severity: 'warning',
    change: both(moved('delay', '1m', 0.1, [['delay', 'more']]), moved('delay', '24h', 0.1, [['delay', 'more']])),
  },
  {
    name: 'page views blocked',
    code: 'no_page_views',
    severity: 'critical',
    change: without('browser', 'page_viewed'),
  },
  {
    name: 'checkouts never sent',
    code: 'tracking_gap',
    severity: 'critical',
    facts: { step: 'checkout_started' },
    change: both(without('browser', 'checkout_started'), withoutType('checkout_started')),
  },
  {
    name: 'orders no longer sent, for ten days',
    code: 'tracking_stopped',
    severity: 'critical',
    facts: { step: 'order_created' },
    change: sinceDay(20, withoutType('order_created')),
  },
  {
    name: 'page views stopped, for five days',
    code: 'tracking_stopped',
    severity: 'critical',
    facts: { step: 'page_views' },
    change: sinceDay(25, without('browser', 'page_viewed')),
  },
  {
    name: 'traffic at a third, for ten days',
    code: 'real_drop',
    severity: 'warning',
    change: sinceDay(20, scaled(0.33)),
  },
];

export function largeShops(seed: number, count: number): Shop[] {
  const shops: Shop[] = [];
  for (let i = 0; shops.length < count; i++) {
    const shop = healthyShop(seed + i);
    if (shop.isLarge) shops.push(shop);
  }
  return shops;
}

export const withFault = ({ counters, ...shop }: Shop, { change }: Pick<Fault, 'change'>): Shop => ({
  ...shop,
  counters: counters.flatMap((counter) => change(counter, days.indexOf(counter.day), shop.dice)),
});

export const isFound = (findings: readonly Finding[], { code, severity, facts = {} }: Fault) =>
  findings.some(
    (finding) =>
      finding.code === code &&
      (finding.severity === severity || finding.severity === 'critical') &&
      Object.entries(facts).every(([name, value]) => finding.facts[name] === value),
  );

export type Rates = {
  shops: number;
  critical: number;
  warning: number;
  byCode: { code: string; severity: Finding['severity']; share: number }[];
  faults: { name: string; code: string; severity: Finding['severity']; found: number }[];
};

export function measuredRates({ seed, shops, perFault }: { seed: number; shops: number; perFault: number }): Rates {
  const large = largeShops(seed * 100_000 + 50_000, perFault);
  const counts = new Map<string, number>();
  const shopsWith = { critical: 0, warning: 0 };
  for (let i = 0; i < shops; i++) {
    const findings = findingsOf(healthyShop(seed * 100_000 + i));
    for (const severity of ['critical', 'warning'] as const)
      if (findings.some((finding) => finding.severity === severity)) shopsWith[severity]++;
    for (const id of new Set(findings.map(({ code, severity }) => `${code} ${severity}`))) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return {
    shops,
    critical: shopsWith.critical / shops,
    warning: shopsWith.warning / shops,
    byCode: [...counts].sort().map(([id, count]) => {
      const [code = '', severity] = id.split(' ') as [string, Finding['severity']];
      return { code, severity, share: count / shops };
    }),
    faults: faults.map((fault) => {
      const found = large.filter((shop) => isFound(findingsOf(withFault(shop, fault)), fault)).length;
      return { name: fault.name, code: fault.code, severity: fault.severity, found: found / perFault };
    }),
  };
}
