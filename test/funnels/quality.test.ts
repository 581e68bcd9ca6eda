import { qualityOf } from '#shared/funnels/rules/quality.ts';
import { qualityFindings } from '#shared/funnels/rules/quality-findings.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';

type Counts = Partial<Record<Counter['metric'], Record<string, number>>>;
const counters = (counts: Counts): Counter[] =>
  Object.entries(counts).flatMap(([metric, details]) =>
    Object.entries(details).map(([detail, count]) => ({
      day: '2026-11-01',
      metric: metric as Counter['metric'],
      detail,
      count,
    })),
  );
const good: Counts = {
  server: { order_created: 100, signup_completed: 100 },
  outcome: {
    'order_created|matched': 95,
    'order_created|unknown_svc_click_id': 5,
    'signup_completed|matched': 100,
  },
  delay: { '1m': 190, '5m': 10 },
};
const brief = (more: Counts) => {
  const { quality, volumes } = qualityOf(counters({ ...good, ...more }));
  return qualityFindings(quality, volumes).map(({ code, severity, facts }) =>
    [code, severity, facts.reason ?? facts.rejected_code].filter(Boolean).join(' '),
  );
};
const outcomes = (reason: string, count: number) => ({
  outcome: { 'order_created|matched': 100 - count, [`order_created|${reason}`]: count },
});

describe('the quality of events', () => {
  it('the quality of events is measured over all event types', () => {
    const { quality } = qualityOf(
      counters({
        ...good,
        currency: { given: 75, missing: 25 },
        duplicate: { order_created: 50 },
        late_match: { order_created: 2, signup_completed: 1 },
        earned_late: { 'order_created|unknown_svc_click_id': 2 },
        rejected: { validation_failed: 7, properties_too_large: 1 },
        delay: { '1m': 40, '1h': 54, '7d': 5, more: 1 },
      }),
    );
    expect(quality).toEqual({
      unmatched_by_reason: { unknown_svc_click_id: 5 },
      unmatched_rate: 0.025,
      attributed_share: 0.985,
      missing_currency_rate: 0.25,
      duplicate_rate: 0.2,
      delay: { p50: '1h', p95: '7d' },
      late_matches: 3,
      rejected_by_code: { properties_too_large: 1, validation_failed: 7 },
    });
  });

  it('the quality of events of nothing has no rates', () => {
    expect(qualityOf([]).quality).toEqual({
      unmatched_by_reason: {},
      unmatched_rate: null,
      attributed_share: null,
      missing_currency_rate: null,
      duplicate_rate: null,
      delay: { p50: null, p95: null },
      late_matches: 0,
      rejected_by_code: {},
    });
  });

  it.each<[what: string, more: Counts, findings: string[]]>([
    ['good events', {}, []],
    ['a fifth with unknown click ids', outcomes('unknown_svc_click_id', 20), ['unmatched warning unknown_svc_click_id']],
    ['most with unknown click ids', outcomes('unknown_svc_click_id', 70), ['unmatched critical unknown_svc_click_id']],
    ['many from organic visits', outcomes('no_ad_click', 60), ['unmatched info no_ad_click']],
    ['slow buyers', outcomes('expired_svc_click_id', 15), ['unmatched info expired_svc_click_id']],
    ['too few to say', { outcome: { 'order_created|unknown_svc_click_id': 10 }, delay: {} }, []],
    ['values without currency', { currency: { given: 98, missing: 2 } }, ['missing_currency warning']],
    ['one value in a thousand without', { currency: { given: 1998, missing: 2 } }, []],
    ['nightly sending', { delay: { '24h': 150, '1m': 50 } }, ['late_events info']],
    ['an import of old orders', { delay: { '1m': 150, more: 50 } }, ['late_events info']],
    ['ordinary retries', { duplicate: { order_created: 4 } }, ['duplicates info']],
    ['many retries', { duplicate: { order_created: 30 } }, ['duplicates info']],
    ['a client that repeats everything', { duplicate: { order_created: 200 } }, ['duplicates warning']],
    ['some refused', { rejected: { validation_failed: 5 } }, ['rejected warning validation_failed']],
    ['most refused', { rejected: { click_id_out_of_scope: 400 } }, ['rejected critical click_id_out_of_scope']],
    ['one in a thousand refused', { rejected: { validation_failed: 1 } }, []],
    ['a pixel that reports late', { late_match: { order_created: 40 } }, ['late_matches info']],
  ])('%s', (_, more, findings) => {
    expect(brief(more)).toEqual(findings);
  });

  it('leads from a finding to the events of its reason alone', () => {
    const { quality, volumes } = qualityOf(
      counters({ ...good, outcome: { 'order_created|no_ad_click': 60, 'order_created|no_click_id': 60 } }),
    );
    const unmatched = qualityFindings(quality, volumes).filter(({ code }) => code === 'unmatched');
    expect(unmatched.map(({ log }) => log)).toEqual([
      { outcome: 'unmatched', reason: 'no_ad_click' },
      { outcome: 'unmatched', reason: 'no_click_id' },
    ]);
  });

  it('the quality of events calls for action when old events arrive on several days', () => {
    const late = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => ({
      day,
      metric: 'delay' as const,
      detail: 'more',
      count: 20,
    }));
    const { quality, volumes } = qualityOf([...counters(good), ...late]);
    expect(qualityFindings(quality, volumes)).toMatchObject([{ code: 'late_events', severity: 'warning' }]);
  });

  it.each([
    ['a value without currency among a few', { currency: { given: 30, missing: 1 } }],
    ['one refusal in a small shop', { rejected: { validation_failed: 4 } }],
    ['a few unknown click ids', { outcome: { matched: 40, unknown_svc_click_id: 9 } }],
  ])('the quality of events finds nothing in %s', (_, more) => {
    expect(brief(more)).toEqual([]);
  });
});
