import { findingsOf } from '#shared/traffic/rules/traffic-findings.ts';
import { tryEdges } from '#test/kit/edges.ts';

const days = ['2026-11-19', '2026-11-20'];
const found = async (before: number, after: number, clicks = 1000) => {
  const automated = [before, after];
  const sums = {
    rows: new Map(),
    consents: new Map(),
    conversions: new Map(),
    campaigns: new Map(),
    days: new Map(days.map((day, at) => [day, { clicks, automated: automated[at] ?? 0 }])),
  };
  return findingsOf(sums, days).map((finding) => 'day' in finding && finding.day);
};

tryEdges([
  ...[0, 10, 50, 70, 190, 200].map((before) => ({
    limit: `automated clicks of 1,000 that are a jump from ${before}`,
    value: before + 200,
    outcomeOf: (after: number) => found(before, after),
    outcomes: [[], [days[1]], [days[1]]] as [unknown, unknown, unknown],
  })),
  {
    limit: 'automated clicks of 1,000 that are a jump from 300',
    value: 600,
    outcomeOf: (after: number) => found(300, after),
    outcomes: [[], [days[1]], [days[1]]],
  },
  {
    limit: 'clicks of a day on which a jump is found',
    value: 100,
    outcomeOf: (clicks: number) => found(0, clicks, clicks),
    outcomes: [[], [days[1]], [days[1]]],
  },
]);
