import * as z from 'zod';
import type { ActivityEntry } from '#shared/activity/store/activity-log.ts';
import { activityActorKinds, activityDays } from '#shared/messages/activity-types.ts';
import { activityTypes } from '#shared/registry/activity-types.ts';

const Entry = z.object({
  id: z.string(),
  at: z.iso.datetime().meta({ description: 'When it happened. Of failed sign-ins: their minute.' }),
  type: z.enum(activityTypes).meta({ description: 'What happened. More types can follow.' }),
  actor: z
    .object({
      kind: z.enum(activityActorKinds).meta({
        description: '`operator`: our support. `system`: no request. `anonymous`: nobody was proven, as in a failed sign-in.',
      }),
      id: z.string().nullable().meta({
        description: 'Id of the user or key. `null` for our support in your own log.',
      }),
    })
    .meta({ description: 'Who did it.' }),
  network: z.string().nullable().meta({
    description: 'A keyed hash of the network (IPv4 /24, IPv6 /56), never an address: equal hashes are one network.',
  }),
  request_id: z.string().nullable().meta({ description: 'The `X-Request-Id` of the request.' }),
  count: z.int().min(1).meta({
    description: 'Failed sign-ins of the minute from this network; 1 for every other type.',
  }),
  details: z.record(z.string(), z.unknown()).meta({
    description: 'Ids and names of fields. Never a secret or an e-mail address.',
  }),
});

export const ActivityPage = z
  .object({
    entries: z.array(Entry).meta({ description: 'The entries, newest first.' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ActivityPage' });

export const activityQuery = {
  type: z.enum(activityTypes).optional().meta({ description: 'Return only entries of this type.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

export const activityText = `An entry stays for ${activityDays} days. A page reads a bounded part of the log, so with \`type\` it can be short or even empty: the list ends where \`next_cursor\` is null.`;

export const activityRecordOf = ({ id, at, type, actor, network, requestId, details, failures }: ActivityEntry): z.input<typeof Entry> => ({
  id,
  at,
  type,
  actor: { ...actor },
  network,
  request_id: requestId,
  count: failures?.size ?? 1,
  details,
});

export const exampleActivity: z.input<typeof ActivityPage> = {
  entries: [
    {
      id: 'act_9f86d081884c7d659a2fea',
      at: '2026-11-21T09:30:00.000Z',
      type: 'key_created',
      actor: { kind: 'user', id: '245813760001024' },
      network: '4be0643f1d98573b97cd',
      request_id: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
      count: 1,
      details: { key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA', kind: 'secret', environment: 'live' },
    },
  ],
  next_cursor: null,
};
