import * as z from 'zod';
import { Channel } from '#functions/api/channel-schema.ts';
import { Environment } from '#functions/api/key-schema.ts';
import type { Channel as ChannelName } from '#shared/clicks/rules/channels.ts';
import { movedClicks, type RuleApplication } from '#shared/reclassification/rules/applications.ts';

export const ApplyRules = z.object({
  from: z.iso.date().meta({
    description: 'First day of the clicks, in UTC. The log must still have it: 90 days by default.',
  }),
  dry_run: z.boolean().nullish().meta({ description: 'Count the moves and change nothing.' }),
});

export const movesOfKind = <K extends z.ZodType>(kind: K) =>
  z.array(z.object({ environment: Environment, from: kind, to: kind, clicks: z.int().min(1) }));

export const applicationOf = <R extends z.ZodRawShape, K extends z.ZodType>(
  rules: R,
  kind: K,
  words: { name: string; plural: string; events: string },
) =>
  z.object({
    application_id: z.string().meta({ description: 'ID of this application of the rules.' }),
    dry_run: z.boolean().meta({ description: 'Whether nothing is changed.' }),
    status: z.enum(['running', 'completed', 'replaced', 'failed']).meta({
      description:
        '`replaced`: a later application took its place before this one was complete. `failed`: it stopped before its end; send the same request again, and it continues.',
    }),
    from: z.iso.date().meta({ description: 'First day of the clicks, in UTC.' }),
    to: z.iso.date().meta({ description: 'Last day of the clicks, in UTC: the day of the request.' }),
    version: z.int().meta({ description: 'Version of your rules at the time of the request.' }),
    ...rules,
    clicks: z.int().meta({ description: 'Stored clicks that were examined.' }),
    kept: z.int().meta({
      description: `Examined clicks that keep their ${words.name} in any case: erased ones, and those stored before ${words.plural} existed.`,
    }),
    moved: z.int().meta({ description: `Clicks whose ${words.name} changes: the sum of \`moves\`.` }),
    moves: movesOfKind(kind).meta({
      description: `How many clicks move from which ${words.name} to which.`,
    }),
    events: z.int().meta({ description: words.events }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    status_url: z.string().meta({ description: 'Path to poll while `status` is `running`.' }),
  });

export const ChannelRulesApplication = applicationOf(
  {
    list_version: z.string().meta({ description: 'Version of the default rules and of the list of hosts.' }),
  },
  Channel,
  { name: 'channel', plural: 'channels', events: 'Matched events that move with their clicks.' },
).meta({ id: 'ChannelRulesApplication' });

export const applicationAnswer = (application: RuleApplication): z.input<typeof ChannelRulesApplication> => ({
  application_id: application.id,
  dry_run: application.isDry,
  status: application.status,
  from: application.from,
  to: application.to,
  version: application.channelVersion,
  list_version: application.listVersion,
  clicks: application.clicks,
  kept: application.kept,
  moved: movedClicks(application),
  moves: movesOf(application),
  events: application.events,
  created_at: application.createdAt,
  completed_at: application.completedAt ?? null,
  status_url: `/api/v1/pixel/channel-rules/apply/${application.id}`,
});

const movesOf = ({ moves }: RuleApplication) =>
  moves.map((move) => ({ ...move, from: move.from as ChannelName, to: move.to as ChannelName }));

export const exampleApplication = {
  application_id: 'apply_2026-11-26_4fTq0ZkJ8vW2',
  dry_run: false,
  status: 'completed',
  from: '2026-11-01',
  to: '2026-11-26',
  version: 3,
  list_version: '2.2026-11-26',
  clicks: 1840,
  kept: 12,
  moved: 140,
  moves: [
    { environment: 'live', from: 'referral', to: 'affiliate', clicks: 131 },
    { environment: 'live', from: 'other_campaign', to: 'audio', clicks: 9 },
  ],
  events: 11,
  created_at: '2026-11-26T09:30:00.000Z',
  completed_at: '2026-11-26T09:30:02.000Z',
  status_url: '/api/v1/pixel/channel-rules/apply/apply_2026-11-26_4fTq0ZkJ8vW2',
} satisfies z.input<typeof ChannelRulesApplication>;
