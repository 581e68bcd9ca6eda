import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';

export const readDevUser = defineEndpoint({
  id: 'readDevUser',
  method: 'GET',
  path: '/api/v1/dev-auth/me',
  auth: 'devUser',
  summary: 'Retrieve the signed-in operator',
  description: "Returns the operator that the operator's access token belongs to.",
  responses: { 200: DevUserRecord },
  example: { responses: { 200: exampleDevUser } },

  handle: async ({ actor }) => ok(devUserRecordOf(actor.devUser)),
});
