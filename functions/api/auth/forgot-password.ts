import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import type { Deps } from './deps.ts';

const message = 'If there is an account with this e-mail, it is sent a code of six digits.';

export const forgotPassword = defineEndpoint<Deps>()({
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/auth/forgot-password',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Request a password reset code',
  description:
    'Sends a code to set a new password. The answer is the same whether the e-mail is known or not, and whether a code is sent or not: at most one a minute is. The code holds for ten minutes. An account made with a phone gets it by the messaging app. An account without a password is given one.',
  body: z.object({ email: Email }).meta({ id: 'ForgotPasswordRequest' }),
  responses: { 200: z.object({ message: z.string() }).meta({ id: 'ResetRequested' }) },
  answers: {
    200: 'Always returned, whether or not an account with this e-mail exists.',
  },
  example: { body: { email: 'ada@northwind.example' }, responses: { 200: { message } } },

  // One call, whoever asks: who the address belongs to is looked up by the worker, out of the caller's sight.
  async handle({ body: { email }, sourceIp }, { queues, resetRequests, networkId }) {
    const request = { email, request_id: randomUUID(), network: await networkId(sourceIp) };
    await queues.send('reset_codes', request).catch(() => resetRequests.keep(request));
    return ok({ message });
  },
});
