import { recoveries } from '#shared/accounts/deletion/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { AccountRecoveryAnswer, exampleRecovery, recoveryAnswerOf } from './recovery-schema.ts';

export const confirmAccountRecovery = defineEndpoint({
  id: 'confirmAccountRecovery',
  method: 'POST',
  path: '/api/v1/auth/recovery/confirm',
  auth: 'user',
  needs: { recoveries },
  summary: 'Confirm the settings that stayed after a recovery',
  description:
    'Records that you checked the settings in `to_confirm`. Changes no setting. Repeatable: the first confirmation stays. Without a recovery, `recovery` is `null`.',
  responses: { 200: AccountRecoveryAnswer },
  example: {
    responses: {
      200: {
        recovery: exampleRecovery.recovery && {
          ...exampleRecovery.recovery,
          confirmed_at: '2026-11-21T10:00:00.000Z',
        },
      },
    },
  },

  async handle({ actor: { user } }, { recoveries }) {
    const { id, recoveredEpoch } = user;
    return ok(recoveryAnswerOf(recoveredEpoch === undefined ? null : await recoveries.confirm(id, recoveredEpoch)));
  },
});
