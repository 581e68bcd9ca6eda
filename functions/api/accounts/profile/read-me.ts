import type { Deps } from '#functions/http/auth/deps.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const readMe = defineEndpoint<Deps>()({
  id: 'readMe',
  method: 'GET',
  path: '/api/v1/auth/me',
  auth: 'user',
  summary: 'Retrieve your account',
  description: 'Returns the account that the access token belongs to.',
  responses: { 200: UserRecord },
  example: { responses: { 200: exampleUser } },

  handle: async ({ actor }) => ok(userRecordOf(actor.user)),
});
