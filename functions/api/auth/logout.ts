import { endSession } from '#shared/accounts/end-session.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import type { Deps } from './deps.ts';

const message = 'Signed out. Discard the access token.';

export const logout = defineEndpoint<Deps>()({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  auth: 'optionalUser',
  cors: 'front_ends',
  summary: 'Sign out',
  description:
    'Ends the session of the access token: every token of the session stops working at once. Without a valid token nothing changes, and the client discards its token.',
  responses: { 200: Message },
  answers: {
    200: 'Discard the access token. If it was valid, its session has ended.',
  },
  example: { responses: { 200: { message } } },

  async handle({ actor }, deps) {
    if (actor?.sessionId !== undefined) await endSession(actor.user, actor.sessionId, deps);
    return ok({ message });
  },
});
