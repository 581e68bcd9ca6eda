import * as z from 'zod';
import { type Traffic, trafficKinds, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { movedClicks } from '#shared/reclassification/rules/applications.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { applicationOf } from './application-schema.ts';

export const TrafficRulesApplication = applicationOf(
  {
    rules_off: z.array(z.enum(trafficSignals)).meta({ description: 'Rules that decided nothing in this application.' }),
    staff_networks: z.array(z.string()).meta({ description: 'Networks of your staff in this application.' }),
  },
  z.enum(trafficKinds),
  {
    name: 'verdict',
    plural: 'verdicts',
    events: 'Matched events that move between `internal` and `human` with their clicks.',
  },
).meta({ id: 'TrafficRulesApplication' });

export const trafficApplicationAnswer = (application: TrafficApplication): z.input<typeof TrafficRulesApplication> => {
  const { version, rulesOff, staffNetworks } = application.trafficRules;
  return {
    application_id: application.id,
    dry_run: application.isDry,
    status: application.status,
    from: application.from,
    to: application.to,
    version,
    rules_off: [...rulesOff],
    staff_networks: [...staffNetworks],
    clicks: application.clicks,
    kept: application.kept,
    moved: movedClicks(application),
    events: application.events,
    moves: application.moves.map((move) => ({ ...move, from: move.from as Traffic, to: move.to as Traffic })),
    created_at: application.createdAt,
    completed_at: application.completedAt ?? null,
    status_url: `/api/v1/pixel/traffic-rules/apply/${application.id}`,
  };
};

export const exampleTrafficApplication = {
  application_id: 'traffic_2026-11-26_4fTq0ZkJ8vW2',
  dry_run: false,
  status: 'completed',
  from: '2026-11-01',
  to: '2026-11-26',
  version: 3,
  rules_off: ['click_flood'],
  staff_networks: ['203.0.113.0/24'],
  clicks: 1840,
  kept: 12,
  moved: 20,
  moves: [{ environment: 'live', from: 'suspect', to: 'human', clicks: 20 }],
  events: 0,
  created_at: '2026-11-26T09:30:00.000Z',
  completed_at: '2026-11-26T09:30:02.000Z',
  status_url: '/api/v1/pixel/traffic-rules/apply/traffic_2026-11-26_4fTq0ZkJ8vW2',
} satisfies z.input<typeof TrafficRulesApplication>;
