import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { sessions } from '#shared/prompts/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const readTracedUser = defineEndpoint({
  id: 'readTracedUser',
  method: 'GET',
  path: '/api/v1/dev/tracing/users/{user_id}',
  auth: 'operator',
  needs: { audit, sessions, users },
  summary: 'Retrieve a user with session counts',
  description: 'Returns the profile of a user and the number of sessions with agents. Every access is recorded.',
  params: z.object({ user_id: z.coerce.number().int().min(1) }),
  responses: {
    200: z
      .object({
        user: UserRecord,
        session_counts: z
          .object({
            content_sessions: z.int().min(0).meta({ description: 'Number of content-agent conversations.' }),
            image_conversations: z.int().min(0).meta({ description: 'Number of image conversations.' }),
          })
          .meta({ description: 'Number of conversations by kind.' }),
      })
      .meta({ id: 'TracedUser' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { user_id: exampleUser.id },
    responses: {
      200: { user: exampleUser, session_counts: { content_sessions: 3, image_conversations: 2 } },
    },
  },

  async handle({ params: { user_id }, actor: { by } }, { users, sessions, audit }) {
    const [user, counts] = await Promise.all([users.byId(user_id), sessions.countsOf(user_id)]);
    await audit.record({
      actor: by,
      action: 'read_user',
      userId: user_id,
      details: user ? {} : { found: false },
    });
    if (!user) throw fail(serviceErrors.not_found);
    return ok({
      user: userRecordOf(user),
      session_counts: {
        content_sessions: counts.contentSessions,
        image_conversations: counts.imageConversations,
      },
    });
  },
});
