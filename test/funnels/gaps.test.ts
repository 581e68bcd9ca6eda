import { type Funnel, funnelSteps } from '#shared/funnels/rules/funnel.ts';
import { gapFindings } from '#shared/funnels/rules/gaps.ts';
import { minimumFindings } from '#shared/funnels/rules/minimum.ts';
import { tryEdges } from '#test/kit/edges.ts';

const usual = {
  sessions: 1000,
  page_views: 3000,
  items_added: 500,
  checkout_started: 300,
  order_created: 200,
};
type Sources = { browser: number; server: number };

function found(changes: Partial<typeof usual>, { ad = 500, sources = {} as Record<string, Sources> } = {}) {
  const counts = { ...usual, ...changes };
  const none = Object.fromEntries(funnelSteps.map((step) => [step, { browser: 0, server: 0 }]));
  return gapFindings({
    counts,
    sessions: { ad, organic: counts.sessions - ad },
    sources: { ...none, ...sources },
  } as unknown as Funnel);
}
const brief = (...args: Parameters<typeof found>) =>
  found(...args).map(({ code, severity, facts }) => [code, severity, facts.step].filter(Boolean).join(' '));

describe('gaps of a funnel', () => {
  it('a healthy funnel has none', () => {
    expect(found({})).toEqual([]);
  });

  it('a step that is smaller than the largest later step is compared with it', () => {
    expect(found({ items_added: 250, checkout_started: 400, order_created: 500 })).toMatchObject([
      {
        facts: {
          step: 'items_added',
          count: 250,
          later_step: 'order_created',
          later_count: 500,
          missing: 250,
        },
      },
      { facts: { step: 'checkout_started', later_step: 'order_created', missing: 100, recorded: 'partly' } },
    ]);
  });

  tryEdges([
    {
      limit: 'events below which a step is not recorded',
      value: 1,
      outcomeOf: (count) => brief({ checkout_started: count }),
      outcomes: [
        ['tracking_gap critical checkout_started'],
        ['tracking_gap warning checkout_started'],
        ['tracking_gap warning checkout_started'],
      ],
    },
    {
      limit: 'events below which cart items are not recorded',
      value: 1,
      outcomeOf: (count) => brief({ items_added: count }),
      outcomes: [['tracking_gap info items_added'], ['tracking_gap warning items_added'], ['tracking_gap warning items_added']],
    },
    {
      limit: 'the share of a later step that is whole',
      value: 180,
      outcomeOf: (count) => brief({ checkout_started: count }),
      outcomes: [['tracking_gap warning checkout_started'], [], []],
    },
    {
      limit: 'orders from which an earlier step is compared',
      value: 20,
      outcomeOf: (count) => brief({ items_added: 1, checkout_started: 0, order_created: count }).slice(0, 1),
      outcomes: [[], ['tracking_gap warning items_added'], ['tracking_gap warning items_added']],
    },
    {
      limit: 'page views below which the pixel is blocked',
      value: 500,
      outcomeOf: (count) => brief({ page_views: count }),
      outcomes: [['page_views_missing warning'], [], []],
    },
    {
      limit: 'page views below which none arrive',
      value: 1,
      outcomeOf: (count) => brief({ page_views: count }),
      outcomes: [['no_page_views critical'], ['page_views_missing warning'], ['page_views_missing warning']],
    },
    {
      limit: 'sessions from which page views are compared',
      value: 20,
      outcomeOf: (count) => {
        const little = { items_added: 0, checkout_started: 0, order_created: 0, page_views: 1 };
        return brief({ ...little, sessions: count }, { ad: count });
      },
      outcomes: [[], ['page_views_missing warning'], ['page_views_missing warning']],
    },
    {
      limit: 'the share of sessions from ads below which ads hardly run',
      value: 20,
      outcomeOf: (ad) => brief({}, { ad }),
      outcomes: [['few_ad_sessions warning'], [], []],
    },
    {
      limit: 'events of the smaller source from which both are named',
      value: 20,
      outcomeOf: (browser) => brief({}, { sources: { order_created: { browser, server: 180 } } }),
      outcomes: [[], ['counted_from_two_sources info order_created'], ['counted_from_two_sources info order_created']],
    },
    {
      limit: 'events of a kind that are too few for a diagnosis',
      value: 20,
      outcomeOf: (sessions) => minimumFindings({ counts: { ...usual, sessions } }, 100).map(({ facts }) => facts),
      outcomes: [[{ minimum: 20, sessions: 19 }], [], []],
    },
  ]);

  it('the events that are too few are those that arrived, with the larger of checkouts and orders', () => {
    const few = { ...usual, sessions: 1, checkout_started: 3, order_created: 2 };
    expect(minimumFindings({ counts: few }, 1)).toMatchObject([
      {
        message: expect.stringContaining('1 session, 3 checkout_started events, 1 event from your server.'),
        facts: { minimum: 20, sessions: 1, checkout_started: 3, server_events: 1 },
      },
    ]);
    expect(minimumFindings({ counts: { ...few, sessions: 0, order_created: 4 } }, 0)).toMatchObject([
      { facts: { minimum: 20, order_created: 4 } },
    ]);
  });
});
