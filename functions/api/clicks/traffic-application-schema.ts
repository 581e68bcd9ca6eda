import * as z from 'zod';
import { type Traffic, trafficKinds, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { movedClicks } from '#shared/reclassification/rules/applications.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { applicationOf } from './application-schema.ts';

export const TrafficRulesApplication = applicationOf(
  {
    rules_off: z
      .array(z.enum(trafficSignals))
      .meta({ description: 'Rules that decided nothing in this application.' }),
    staff_networks: z.array(z.string()).meta({ description: 'Networks of your staff in this application.' }),
  },
  z.enum(trafficKinds),
  {
    name: 'verdict',
    plural: 'verdicts',
    events: 'Matched events that move between `internal` and `human` with their clicks.',
  },
).meta({ id: 'TrafficRulesApplication' });

export const trafficApplicationAnswer = (
  one: TrafficApplication,
): z.input<typeof TrafficRulesApplication> => {
  const { version, rulesOff, staffNetworks } = one.trafficRules;
  return {
    ...{ application_id: one.id, dry_run: one.isDry, status: one.status, from: one.from, to: one.to },
    ...{ version, rules_off: [...rulesOff], staff_networks: [...staffNetworks] },
    ...{ clicks: one.clicks, kept: one.kept, moved: movedClicks(one), events: one.events },
    moves: one.moves.map((move) => ({ ...move, from: move.from as Traffic, to: move.to as Traffic })),
    ...{ created_at: one.createdAt, completed_at: one.completedAt ?? null },
    status_url: `/api/v1/pixel/traffic-rules/apply/${one.id}`,
  };
};

export const exampleTrafficApplication = {
  ...{ application_id: 'traffic_2026-11-26_4fTq0ZkJ8vW2', dry_run: false, status: 'completed' },
  ...{ from: '2026-11-01', to: '2026-11-26', version: 3 },
  ...{ rules_off: ['click_flood'], staff_networks: ['203.0.113.0/24'] },
  ...{ clicks: 1840, kept: 12, moved: 20 },
  moves: [{ environment: 'live', from: 'suspect', to: 'human', clicks: 20 }],
  ...{ events: 0, created_at: '2026-11-26T09:30:00.000Z', completed_at: '2026-11-26T09:30:02.000Z' },
  status_url: '/api/v1/pixel/traffic-rules/apply/traffic_2026-11-26_4fTq0ZkJ8vW2',
} satisfies z.input<typeof TrafficRulesApplication>;
