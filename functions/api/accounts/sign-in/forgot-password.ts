import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { Email } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { resetCodesQueue } from '#shared/accounts/queues.ts';
import { resetRequests } from '#shared/accounts/sign-in/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { inWords } from '#shared/values/number-texts.ts';

const message = 'If an account with this e-mail can receive a code of six digits, we send one, at most one a minute.';

export const forgotPassword = defineEndpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/auth/forgot-password',
  auth: 'none',
  needs: { ipNetworkId, queues, resetRequests },
  cors: 'front_ends',
  summary: 'Request a password reset code',
  description: `Sends a code to set a new password, at most one a minute. The response is the same whether or not the e-mail is known and whether or not a code is sent. The code is valid for ${inWords(codeLimits.lifetimeSeconds / 60)} minutes. An account created with a phone receives it by the messaging app. An account without a password gets one.`,
  body: z.object({ email: Email }).meta({ id: 'ForgotPasswordRequest' }),
  responses: { 200: z.object({ message: z.string() }).meta({ id: 'ResetRequested' }) },
  answers: {
    200: 'Always returned, whether or not an account with this e-mail exists.',
  },
  example: { body: { email: 'ada@northwind.example' }, responses: { 200: { message } } },

  // Timing reveals nothing, because only the worker looks up the owner of the address.
  async handle({ body: { email }, sourceIp }, { queues, resetRequests, ipNetworkId }) {
    const request = { email, request_id: randomUUID(), network: await ipNetworkId(sourceIp) };
    await queues.send(resetCodesQueue, request).catch(() => resetRequests.keep(request));
    return ok({ message });
  },
});
