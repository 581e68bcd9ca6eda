import * as z from 'zod';
import { maxSessions, sessionDays } from '#shared/accounts/rules/limits.ts';
import { currentSessionsOf, type SessionId, type UserSession } from '#shared/accounts/rules/user-sessions.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

const SessionRecord = z
  .object({
    id: z.string(),
    created_at: z.iso.datetime().meta({ description: 'When the user signed in.' }),
    last_seen_at: z.iso.datetime().meta({
      description: 'The last sign-in or token refresh, up to an hour behind.',
    }),
    client: z.string().nullable().meta({
      description: 'Browser and operating system. `null` when the client does not name them.',
    }),
    network: z.string().meta({ description: 'Network of the last sign-in or refresh: IPv4 /24 or IPv6 /56.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });

const iso = (at: number) => new Date(at).toISOString();

const sessionRecordOf = (
  [id, { createdAt, seenAt, client, network }]: [SessionId, UserSession],
  current: string | undefined,
): z.input<typeof SessionRecord> => ({
  id,
  created_at: iso(createdAt),
  last_seen_at: iso(seenAt),
  client,
  network,
  is_current: id === current,
});

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/v1/auth/sessions',
  auth: 'user',
  summary: 'List your sessions',
  description:
    'Returns your active sessions, newest first. Each sign-in starts a session, and its tokens can be refreshed for ' +
    `${sessionDays} days. An account has at most ${maxSessions} sessions; another sign-in ends the oldest.`,
  responses: {
    200: z.object({ sessions: z.array(SessionRecord).meta({ description: 'Your sessions, newest first.' }) }).meta({ id: 'SessionList' }),
  },
  example: {
    responses: {
      200: {
        sessions: [
          {
            id: 'session_4fTq0ZkJ8vW2nRxLmP7aBc',
            created_at: '2026-11-20T08:15:00.000Z',
            last_seen_at: '2026-11-21T09:30:00.000Z',
            client: 'Chrome 131 on Windows',
            network: '192.0.2.0/24',
            is_current: true,
          },
        ],
      },
    },
  },

  handle: async ({ actor: { user, sessionId } }, { now }) =>
    ok({
      sessions: currentSessionsOf(user, now()).map((session) => sessionRecordOf(session, sessionId)),
    }),
});
