import { checkedNarrative, narrated, narrativeInput } from '#shared/assistant-ads/narrate.ts';
import { decimalOfMicros, formatsOf } from '#shared/assistant-ads/report-formats.ts';
import { assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { TaskRun } from '#shared/tasks/user-task.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { tryEdges } from '#test/kit/edges.ts';
import { account, ad, campaign, day, dayOf, reading, row } from './reading.ts';

const rows = [row('a1', 'c1', { impressions: 20_000, clicks: 412, spendMicros: 1_231_400_000 })];
const report = assistantReport(
  reading({
    campaigns: [campaign('c1', { name: 'Winter sale 2027' })],
    ads: [ad('a1', 'c1')],
    days: [dayOf(day, rows, [{ campaignId: 'c1', conversions: 9 }])],
  }),
  day,
);
const given = JSON.stringify(narrativeInput(report));
const said = (...paragraphs: string[]) => checkedNarrative({ headline: 'A good day', paragraphs }, given);

describe('the narrative of a report', () => {
  it('the model gets figures as a user reads them', () => {
    expect(narrativeInput(report)).toMatchObject({
      day: expect.stringMatching(/^Friday,? 20 November 2026$/),
      that_day: { clicks: '412', spend: '$1,231.40', click_rate: '2.1 %', conversions: '9' },
    });
  });

  it('the model reads that the figures of a week rose when they did', () => {
    const weeks = assistantReport(
      reading({
        campaigns: [campaign('c1')],
        ads: [ad('a1', 'c1')],
        days: [
          dayOf(day, [row('a1', 'c1', { impressions: 3000, clicks: 30, spendMicros: 9_000_000 })]),
          dayOf(dayAfter(day, -7), [row('a1', 'c1', { impressions: 3000, clicks: 20, spendMicros: 6_000_000 })]),
        ],
      }),
      day,
    );
    expect(narrativeInput(weeks).change_over_7_days).toMatchObject({ clicks: '+50 %', spend: '+50 %' });
  });

  it.each([
    'On 20 November 412 clicks cost $1,231.40, which is 1231.40 dollars.',
    'Over 7 days, Winter sale 2027 had a click rate of 2.1 %.',
    'Nothing needs you.',
  ])('a narrative with the given figures is kept: %s', (text) => {
    expect(said(text)?.paragraphs).toEqual([text]);
  });

  it.each([
    'There were 413 clicks.',
    'Clicks rose by 12 %.',
    'Spend was $1,231.',
    'A click cost $2.98.',
    'There were ٤١٢ clicks.',
    'There will be 4120 clicks.',
    '1.231,40 was spent.',
  ])('a narrative with another figure is dropped: %s', (text) => {
    expect(said('All is well.', text)).toBeNull();
    expect(checkedNarrative({ headline: text, paragraphs: [] }, given)).toBeNull();
  });

  it('a narrative is a headline and lines', () => {
    expect(checkedNarrative({ headline: ' A\ngood\u0000day ', paragraphs: ['One.\n\nTwo.', '  '] }, given)).toEqual({
      headline: 'A good day',
      paragraphs: ['One. Two.'],
    });
    expect(checkedNarrative({ headline: ' ', paragraphs: ['One.'] }, given)).toBeNull();
    expect(checkedNarrative({ headline: 'word '.repeat(50), paragraphs: [] }, given)).toBeNull();
  });

  it("the model's input is bounded, however many campaigns and ads there are", () => {
    const campaigns = Array.from({ length: 500 }, (_, at) => campaign(`c${at}`, { name: 'N'.repeat(100) }));
    const ads = campaigns.map(({ id }) => ad(`a${id}`, id, { reviewStatus: 'rejected' }));
    const large = assistantReport(reading({ account, campaigns, ads }), day);
    expect(JSON.stringify(narrativeInput(large)).length).toBeLessThan(20_000);
  });
});

describe('a repeated report task', () => {
  const later = { ...report, total: { ...report.total, day: { ...report.total.day, clicks: 413 } } };
  const run = (kept: string) =>
    ({
      task: { id: 't', userId: 1 },
      step: async () => ({ headline: 'A good day', paragraphs: [kept] }),
    }) as unknown as TaskRun;
  const words = async (of: typeof report, kept: string) => await narrated(run(kept), of, {} as { llm: RecordedLlm });

  it('a repeated report drops a narrative of figures that have changed since', async () => {
    expect(await words(report, 'There were 412 clicks.')).not.toBeNull();
    expect(await words({ ...later, campaigns: [], total: { ...later.total, week: later.total.day } }, 'There were 412 clicks.')).toBeNull();
  });
});

describe('money', () => {
  it.each([
    [231_400_000, 'USD', '$231.40', '231.40'],
    [231_405_000, 'USD', '$231.41', '231.405'],
    [23_140_000_000, 'JPY', '¥23,140', '23140'],
    [45_300_000, 'JPY', '¥45', '45.3'],
    [1_250_000, 'KWD', 'KWD 1.250', '1.250'],
    [0, 'EUR', '€0.00', '0.00'],
    [1, 'EUR', '€0.00', '0.000001'],
    [9_007_199_254_740_991, 'USD', '$9,007,199,254.74', '9007199254.740991'],
    [1_500_000, 'XQZ', 'XQZ 1.50', '1.50'],
    [1_500_000, 'credits', '1.50 credits', '1.50'],
    [1_500_000, '', '1.50', '1.50'],
    [1_500_000, '€', '1.50 €', '1.50'],
  ])('%i millionths of %j are %j, and for programs %j', (micros, currency, words, decimal) => {
    expect(formatsOf(currency).money(micros).replaceAll('\u00a0', ' ')).toBe(words);
    expect(decimalOfMicros(micros, currency)).toBe(decimal);
  });

  it('missing money is a dash', () => {
    expect(formatsOf('USD').money(null)).toBe('–');
  });
});

tryEdges([
  {
    limit: 'characters of a headline',
    value: 200,
    outcomeOf: (length) => checkedNarrative({ headline: 'x'.repeat(length), paragraphs: [] }, given) !== null,
    outcomes: [true, true, false],
  },
]);
