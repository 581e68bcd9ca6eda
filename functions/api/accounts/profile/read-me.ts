import * as z from 'zod';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { supportEmail } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

const MeRecord = UserRecord.extend({
  support_email: z.email().nullable().meta({ description: 'Where the operator of this service helps; `null` if they named no address.' }),
}).meta({ id: 'Me' });

export const readMe = defineEndpoint({
  id: 'readMe',
  method: 'GET',
  path: '/api/v1/auth/me',
  auth: 'user',
  needs: { supportEmail },
  summary: 'Retrieve your account',
  description: 'Returns the account that the access token belongs to.',
  responses: { 200: MeRecord },
  example: { responses: { 200: { ...exampleUser, support_email: 'support@operator.example' } } },

  handle: async ({ actor }, { supportEmail }) => ok({ ...userRecordOf(actor.user), support_email: supportEmail || null }),
});
