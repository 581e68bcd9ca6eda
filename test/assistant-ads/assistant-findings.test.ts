import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { type AccountReading, assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { ad, campaign, day, dayOf, reading, row } from '#test/assistant-ads/reading.ts';

const kindsOf = (given: Partial<AccountReading>) =>
  assistantReport(reading(given), day).findings.map(({ kind, severity, subject }) => [kind, severity, subject]);

const weeks = (now: Partial<ReturnType<typeof row>>, before: Partial<ReturnType<typeof row>>, conversions = 1) =>
  Array.from({ length: 14 }, (_, back) =>
    dayOf(dayBefore(day, back), [row('a1', 'c1', back < 7 ? now : before)], [{ campaignId: 'c1', conversions }]),
  );

describe('an ad', () => {
  const one = (change: Parameters<typeof ad>[2], status = 'active') => ({
    campaigns: [campaign('c1', { status })],
    ads: [ad('a1', 'c1', { title: 'Hats', ...change })],
  });

  it('an ad that was rejected or has an issue needs its owner', () => {
    expect(kindsOf(one({ reviewStatus: 'rejected', servingIssues: ['x'] }))).toEqual([['ad_rejected', 'problem', 'Hats']]);
    const { findings } = assistantReport(reading(one({ servingIssues: ['low_bid', 'no_funds'] })), day);
    expect(findings).toMatchObject([
      {
        kind: 'serving_issue',
        text: 'This ad of the campaign “Campaign c1” may not be shown: low bid, no funds.',
      },
    ]);
    expect(kindsOf(one({}))).toEqual([]);
  });

  it('an ad that its owner paused needs no action', () => {
    expect(kindsOf(one({ reviewStatus: 'rejected', status: 'archived' }))).toEqual([]);
    expect(kindsOf(one({ reviewStatus: 'rejected' }, 'paused'))).toEqual([]);
  });

  it('an ad like hundreds of others is counted, and not named', () => {
    const ads = Array.from({ length: 300 }, (_, at) => ad(`a${at}`, 'c1', { reviewStatus: 'rejected' }));
    const { findings, problems } = assistantReport(reading({ campaigns: [campaign('c1')], ads }), day);
    expect(problems).toBe(300);
    expect(findings).toHaveLength(11);
    expect(findings.at(-1)).toMatchObject({
      severity: 'problem',
      subject: '',
      text: 'And 290 more like these.',
    });
  });
});

describe('a campaign', () => {
  const shown = { impressions: 100, clicks: 1 };

  it('an active campaign that stopped being shown needs its owner', () => {
    const days = [dayOf(dayBefore(day, 8), [row('a1', 'c1', shown)])];
    expect(kindsOf({ campaigns: [campaign('c1')], days })).toEqual([['no_delivery', 'problem', 'Campaign c1']]);
    expect(kindsOf({ campaigns: [campaign('c1', { status: 'paused' })], days })).toEqual([]);
    expect(kindsOf({ campaigns: [campaign('c1')] })).toEqual([]);
  });

  it.each([
    [94_999_999, []],
    [95_000_000, [['budget_used', 'notice', 'Campaign c1']]],
  ])('a campaign that spent %i of 100,000,000: %j', (spendMicros, found) => {
    const days = [dayOf(day, [row('a1', 'c1', { ...shown, spendMicros })])];
    expect(kindsOf({ campaigns: [campaign('c1', { dailyBudgetMicros: 100_000_000 })], days })).toEqual(found);
  });

  it('a campaign with fifty clicks of a week and no conversion is reported', () => {
    const days = (clicks: number, conversions = 0) => [
      dayOf(day, [row('a1', 'c1', { impressions: 9, clicks })], [{ campaignId: 'c1', conversions }]),
    ];
    const campaigns = [campaign('c1')];
    expect(kindsOf({ campaigns, days: days(50) })).toEqual([['no_conversions', 'notice', 'Campaign c1']]);
    expect(kindsOf({ campaigns, days: days(49) })).toEqual([]);
    expect(kindsOf({ campaigns, days: days(50, 1) })).toEqual([]);
  });
});

describe('a week', () => {
  const campaigns = [campaign('c1')];
  const before = { impressions: 1000, clicks: 20, spendMicros: 20_000_000 };

  it.each([
    ['a better click rate', { ...before, clicks: 25, spendMicros: 25_000_000 }, [['click_rate_changed', 'good', '']]],
    ['a worse one', { ...before, clicks: 15, spendMicros: 15_000_000 }, [['click_rate_changed', 'notice', '']]],
    ['dearer clicks', { ...before, spendMicros: 25_000_000 }, [['click_cost_changed', 'notice', '']]],
    ['cheaper clicks', { ...before, spendMicros: 15_000_000 }, [['click_cost_changed', 'good', '']]],
    ['little change', { ...before, clicks: 24, spendMicros: 24_000_000 }, []],
    ['too few clicks to tell', { ...before, clicks: 1, spendMicros: 9_000_000 }, []],
  ])('a week with %s', (_what, now, found) => {
    expect(kindsOf({ campaigns, days: weeks(now, before) })).toEqual(found);
  });

  it('a week is compared in words', () => {
    const days = weeks({ ...before, spendMicros: 30_000_000 }, before);
    expect(assistantReport(reading({ campaigns, days }), day).findings[0]?.text).toBe(
      'A click of these seven days costs 50 % above one of the seven before.',
    );
  });
});

it('findings have problems first', () => {
  const given = {
    campaigns: [campaign('c1', { dailyBudgetMicros: 1 })],
    ads: [ad('a1', 'c1', { reviewStatus: 'rejected' })],
    days: weeks({ impressions: 100, clicks: 50, spendMicros: 5 }, { impressions: 1000, clicks: 50, spendMicros: 5 }, 0),
  };
  expect(kindsOf(given).map(([, severity]) => severity)).toEqual(['problem', 'notice', 'notice', 'good']);
});
