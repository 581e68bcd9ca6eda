import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { endSession as end } from '#shared/accounts/sign-in/end-session.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const message = 'The session has ended.';

export const endSession = defineEndpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{id}',
  auth: 'user',
  needs: { users },
  summary: 'End a session',
  description: 'Signs out one of your sessions. Its tokens stop working at once. If the response is lost, a retry returns 404.',
  params: z.object({ id: z.string().max(100) }),
  responses: { 200: Message },
  answers: { 200: 'The session has ended. Its tokens stop working at once.' },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: 'session_4fTq0ZkJ8vW2nRxLmP7aBc' },
    responses: { 200: { message } },
  },

  async handle({ params: { id }, actor }, deps) {
    if (!(await end(actor.user, id, deps))) throw fail(serviceErrors.not_found);
    return ok({ message });
  },
});
