import { looksLikeConversion } from '#shared/conversions/rules/conversion-names.ts';
import { macroFindings } from '#shared/funnels/rules/click-findings.ts';
import { logDaysOf } from '#shared/funnels/rules/diagnosis.ts';
import { eventTypesOf, uncountedFindings } from '#shared/funnels/rules/event-types.ts';
import { conflictFindings, sameSaleFindings } from '#shared/funnels/rules/losses.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';

const counter = (metric: Counter['metric'], detail: string, count = 1, day = '2026-11-01'): Counter => ({
  day,
  metric,
  detail,
  count,
});
const defaults = ['order_created', 'signup_completed', 'subscription_started', 'purchase_completed'];

describe('names that look like conversions', () => {
  it.each([
    'order_completed',
    'order_paid',
    'orders_created',
    'purchase',
    'checkout_completed',
    'sign_up_completed',
    'generate_lead',
    'trial_started',
    'subscription_renewed',
    'payment_succeeded',
    'oredr_created',
  ])('%s', (type) => {
    expect(looksLikeConversion(type, defaults, { carriesValues: false })).toBe(true);
  });

  it.each([
    'page_viewed',
    'contents_viewed',
    'items_added',
    'checkout_started',
    'add_to_cart',
    'begin_checkout',
    'order_refunded',
    'order_shipped',
    'order_cancelled',
    'payment_failed',
    'payment_info_added',
    'subscription_cancelled',
    'newsletter_subscribed',
    'product_viewed',
    'order_updated',
  ])('names that look like conversions never %s, whatever its value', (type) => {
    expect(looksLikeConversion(type, defaults, { carriesValues: true })).toBe(false);
  });

  it('names that look like conversions by what the account counts, and by values', () => {
    const looks = (type: string, counted: string[], carriesValues = false) => looksLikeConversion(type, counted, { carriesValues });
    expect(looks('policy_signed', ['policy_bound'])).toBe(true);
    expect(looks('polizybound', ['policy_bound'])).toBe(true);
    expect(looks('video_played', ['policy_bound'])).toBe(false);
    expect(looks('video_played', ['policy_bound'], true)).toBe(true);
  });
});

describe('event types', () => {
  it('event types are listed most frequent first; all after a hundred are one', () => {
    const counters = Array.from({ length: 150 }, (_, i) => counter('type', `name_${i}|uncounted`, 200 - i));
    const types = eventTypesOf([
      ...counters,
      counter('type', 'other|valued', 7),
      counter('type', 'name_0|counted', 2),
      counter('type', 'name_0|unmatched', 3),
    ]);
    expect(types).toHaveLength(101);
    expect(types[0]).toEqual({ event_type: 'name_0', count: 205, counted: 2, uncounted: 200, unmatched: 3 });
    const rest = 50 * 75.5 + 7;
    expect(types.at(-1)).toEqual({
      event_type: 'other',
      count: rest,
      counted: 0,
      uncounted: rest,
      unmatched: 0,
    });
  });

  it('event types that nobody counts are found by name, at most five, and never what is summed up', () => {
    const names = ['other', ...Array.from({ length: 8 }, (_, i) => `order_paid_${i}`)];
    const counters = names.map((name) => counter('type', `${name}|valued`, 50));
    const found = uncountedFindings(counters, defaults);
    expect(found).toHaveLength(5);
    for (const { severity, facts } of found) expect([severity, facts.event_type]).not.toContain('other');
    expect(found[0]?.severity).toBe('critical');
    const late = uncountedFindings([...counters, counter('late_match', '', 3)], defaults);
    expect(late[0]?.severity).toBe('warning');
  });
});

describe('pairs of types', () => {
  it('pairs of types are named, most frequent first; those that a day did not keep are other', () => {
    const counters = [
      counter('conflict', 'other|lost', 9),
      ...Array.from({ length: 6 }, (_, i) => counter('conflict', `a_${i}>b|lost`, 6 - i)),
    ];
    const [finding] = conflictFindings(counters, 100);
    expect(finding).toMatchObject({
      severity: 'critical',
      facts: { count: 30, lost: 30, accepted_type: 'other', sent_type: 'other' },
    });
    expect(finding?.message).toContain(
      '9 of other, 6 of b with the id of a_0, 5 of b with the id of a_1, 4 of b with the id of a_2, 3 of b with the id of a_3 and 3 of other types',
    );
    expect(finding?.message).toMatch(/^30 events lost: /);
    expect(conflictFindings([counter('conflict', 'a>b|lost')], 100)[0]?.message).toMatch(/^1 event lost: /);
    expect(conflictFindings([], 100)).toEqual([]);
    const pairs = [counter('same_sale', 'order_created+purchase', 3), counter('same_sale', 'a+b', 2)];
    const [sold] = sameSaleFindings(pairs);
    expect(sold?.message).toContain('order_created and purchase (3), a and b (2)');
    expect(sold?.facts).toMatchObject({
      count: 5,
      first_type: 'order_created',
      second_type: 'purchase',
      pairs: 'order_created+purchase: 3, a+b: 2',
    });
    const [oneType] = sameSaleFindings([counter('same_sale', 'order_created+order_created', 3)]);
    expect(oneType?.message).toContain('order_created twice (3)');
    expect(oneType?.message).toContain('one event_id');
    const [twice] = sameSaleFindings([counter('same_sale', 'other', 2)]);
    expect(twice).toMatchObject({ severity: 'info', facts: { count: 2 }, log: { outcome: 'matched' } });
  });
});

describe('macros', () => {
  it('macros are shown without control characters, changes of direction or length', () => {
    const hostile = `{{\u0000\u202e\n${'x'.repeat(300)}`;
    const [finding] = macroFindings([counter('macro', `campaign=${hostile}`, 5)], {
      sessions: { ad: 5, organic: 0 },
    });
    expect(finding?.facts.macro).toBe(`{{ ${'x'.repeat(77)}`);
    const [other] = macroFindings([counter('macro', 'other', 5)], { sessions: { ad: 5, organic: 0 } });
    expect(other?.facts).toMatchObject({ field: 'other', macro: 'other' });
  });
});

describe('days of the log', () => {
  it('days of the log are those on which such events arrived', () => {
    const counters = [
      counter('outcome', 'matched', 1, '2026-11-01'),
      counter('outcome', 'no_ad_click', 1, '2026-11-03'),
      counter('type', 'order_created|unmatched', 1, '2026-11-04'),
      counter('server', 'checkout_started', 1, '2026-11-05'),
      counter('conflict', 'a>b|lost', 1, '2026-11-06'),
    ];
    const days = (filter: Parameters<typeof logDaysOf>[1]) => logDaysOf(counters, filter)?.last ?? null;
    expect(days({ outcome: 'matched' })).toBe('2026-11-01');
    expect(days({ outcome: 'unmatched' })).toBe('2026-11-03');
    expect(days({ eventType: 'order_created' })).toBe('2026-11-04');
    expect(days({ outcome: 'matched', eventType: 'order_created' })).toBeNull();
    expect(days({ eventType: 'checkout_started' })).toBe('2026-11-05');
    expect(days({ outcome: 'conflict' })).toBe('2026-11-06');
    expect(days({ outcome: 'rejected' })).toBeNull();
    expect(days({})).toBe('2026-11-03');
  });
});
