import { macroFindings, untaggedFindings } from '#shared/funnels/rules/click-findings.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { tryEdges } from '#test/kit/edges.ts';

const untagged = (counts: Record<string, number>, ad: number) =>
  untaggedFindings(
    Object.entries(counts).map(([detail, count]): Counter => ({ day: '2026-11-01', metric: 'untagged_click', detail, count })),
    { sessions: { ad, organic: 7 } } as Parameters<typeof untaggedFindings>[1],
  );
const severities = (counts: Record<string, number>, ad: number) => untagged(counts, ad).map(({ severity }) => severity);

describe('clicks without a campaign', () => {
  it('of paid links leave out the networks that also tag unpaid links', () => {
    expect(untagged({ fbclid: 50, gclid: 30, ttclid: 10 }, 60)).toMatchObject([
      {
        severity: 'warning',
        facts: { count: 40, share: 0.4, clicks: 100, parameters: 'gclid: 30, ttclid: 10' },
      },
    ]);
  });

  it('of unpaid links count all networks, and the message says so', () => {
    const [found] = untagged({ fbclid: 50, epik: 30, gclid: 1 }, 19);
    expect(found).toMatchObject({
      facts: { count: 81, share: 0.81, clicks: 100, parameters: 'fbclid: 50, epik: 30, gclid: 1' },
    });
    expect(found?.message).toContain('81 of 100 clicks from ad networks (81%)');
    expect(found?.message).toMatch(/unpaid posts too/);
    expect(untagged({ gclid: 30 }, 30)[0]?.message).not.toMatch(/unpaid posts/);
  });

  tryEdges([
    {
      limit: 'paid clicks from which the share is judged',
      value: 20,
      outcomeOf: (clicks) => severities({ gclid: 5 }, clicks - 5),
      outcomes: [[], ['warning'], ['warning']],
    },
    {
      limit: 'clicks of unpaid links from which the share is judged',
      value: 20,
      outcomeOf: (clicks) => severities({ fbclid: 5 }, clicks - 5),
      outcomes: [[], ['info'], ['info']],
    },
    {
      limit: 'the share of paid clicks that is notable',
      value: 10,
      outcomeOf: (count) => severities({ gclid: count }, 100 - count),
      outcomes: [[], ['warning'], ['warning']],
    },
    {
      limit: 'the share of paid clicks that is critical',
      value: 50,
      outcomeOf: (count) => severities({ gclid: count }, 100 - count),
      outcomes: [['warning'], ['critical'], ['critical']],
    },
    {
      limit: 'the share of unpaid clicks that is notable',
      value: 10,
      outcomeOf: (count) => severities({ epik: count }, 100 - count),
      outcomes: [[], ['info'], ['info']],
    },
    {
      limit: 'the share of unpaid clicks that posts alone do not reach',
      value: 80,
      outcomeOf: (count) => severities({ fbclid: count }, 100 - count),
      outcomes: [['info'], ['warning'], ['warning']],
    },
  ]);
});

const macros = (field: string, count: number) =>
  macroFindings([{ day: '2026-11-01', metric: 'macro', detail: `${field}={x}`, count }], {
    sessions: { ad: 100, organic: 7 },
  }).map(({ severity }) => severity);

describe('macros that the network did not replace', () => {
  tryEdges([
    {
      limit: 'the share of clicks with a macro in the campaign that is notable',
      value: 5,
      outcomeOf: (count) => macros('campaign', count),
      outcomes: [[], ['warning'], ['warning']],
    },
    {
      limit: 'the share of clicks with a macro in the campaign that is critical',
      value: 50,
      outcomeOf: (count) => macros('campaign', count),
      outcomes: [['warning'], ['critical'], ['critical']],
    },
    {
      limit: 'the share of clicks with a macro in the ad group, which is never critical',
      value: 50,
      outcomeOf: (count) => macros('ad_group', count),
      outcomes: [['warning'], ['warning'], ['warning']],
    },
  ]);
});
