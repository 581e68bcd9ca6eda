import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';

const message = 'Signed out. Discard the access token.';

export const logout = defineEndpoint({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Sign out',
  description:
    'Always succeeds, with or without an access token, and ends nothing: the client discards its token. To end the session, so that its tokens stop working, call `DELETE /api/v1/auth/sessions/{id}` with the id of the session that `listSessions` marks as `is_current`.',
  responses: { 200: Message },
  answers: { 200: 'Discard the access token. No token was invalidated.' },
  example: { responses: { 200: { message } } },

  handle: async () => ok({ message }),
});
