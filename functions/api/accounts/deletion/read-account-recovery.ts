import { recoveries } from '#shared/accounts/deletion/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { AccountRecoveryAnswer, exampleRecovery, recoveryAnswerOf } from './recovery-schema.ts';

export const readAccountRecovery = defineEndpoint({
  id: 'readAccountRecovery',
  method: 'GET',
  path: '/api/v1/auth/recovery',
  auth: 'user',
  needs: { recoveries },
  summary: 'Retrieve what the recovery of your account ended',
  description:
    'An account whose e-mail was never verified is recovered by a password reset or by the first sign-in with the identity provider. Returns what was made before and has ended, and the settings that stay. The list is complete a few seconds after the recovery and is kept for 90 days.',
  responses: { 200: AccountRecoveryAnswer },
  example: { responses: { 200: exampleRecovery } },

  async handle({ actor: { user } }, { recoveries }) {
    const { id, recoveredEpoch } = user;
    return ok(recoveryAnswerOf(recoveredEpoch === undefined ? null : await recoveries.byEpoch(id, recoveredEpoch)));
  },
});
