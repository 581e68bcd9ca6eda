import { users } from '#shared/accounts/needs.ts';
import { hasSession } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { onlySession } from '#shared/accounts/sign-in/only-session.ts';
import { activity } from '#shared/activity/activity.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const message = 'Every other session has ended.';

export const endOtherSessions = defineEndpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/v1/auth/sessions',
  auth: 'user',
  needs: { users },
  summary: 'End every other session',
  description:
    'Ends every session except the one of this request. Their tokens stop working at once. Repeatable. Tokens issued before sessions existed stop working too.',
  responses: { 200: Message },
  answers: { 200: 'Every other session has ended. Their tokens stop working at once.' },
  example: { responses: { 200: { message } } },

  async handle({ actor: { user: initialUser, sessionId } }, { users, now }) {
    let user: User | null = initialUser;
    return await retryOnConflict('rare', async () => {
      if (!user?.isActive) throw fail(serviceErrors.unauthenticated, challenge);
      const { changes, ...options } = onlySession(user, sessionId, now());
      const effects = [await activity('session_ended', ownAccountOf(user.id), { sessions: 'others' })];
      if (await users.change(user.id, changes, { ...options, effects })) return ok({ message });
      // The write failed, perhaps because a parallel request ended the caller's own session.
      user = await users.byId(user.id);
      if (!user || sessionId === undefined || !hasSession(user, sessionId)) throw fail(serviceErrors.unauthenticated, challenge);
      return conflict;
    });
  },
});
