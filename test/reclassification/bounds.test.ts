import { applyRules } from '#shared/reclassification/apply-rules.ts';
import { noCounts, type RuleApplication } from '#shared/reclassification/rules/applications.ts';

const day = '2026-11-20';
const application: RuleApplication = {
  ...noCounts,
  id: 'apply_2026-11-20_1',
  accountId: 1,
  isDry: false,
  from: day,
  to: day,
  channelVersion: 1,
  channelRules: [{ id: 'radio', source: 'radio', channel: 'audio' }],
  listVersion: '1',
  status: 'running',
  progress: null,
  isSettled: false,
  change: 0,
  createdAt: `${day}T12:00:00.000Z`,
};

it('days of rejected events alone are read within the bounds of a call, and the place is stored', async () => {
  let pages = 0;
  const page = async () => ({ ids: [], next: { part: 0, after: `${++pages}` } });
  const deps = {
    now: () => Date.parse(`${day}T12:00:00Z`),
    dayRegistry: { partsOfDays: async (days: string[]) => new Map(days.map((one) => [one, 1])) },
    dayPages: { clicks: page, events: page },
    clicks: { stored: async () => [] },
    storedFacts: { events: async () => [] },
    applications: {
      change: async (before: object, changes: object) => ({ ...before, ...changes }),
      notReplaced: () => ({}),
    },
    storesWhile: () => ({}),
  };
  const after = await applyRules(application, { until: Number.POSITIVE_INFINITY, maxPages: 3 }, deps as never);
  expect(pages).toBe(3);
  expect(after).toMatchObject({ status: 'running', progress: { place: { after: '3' } } });
});
