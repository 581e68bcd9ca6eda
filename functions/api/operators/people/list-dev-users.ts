import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { devUsers } from '#shared/operators/needs.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';

export const listDevUsers = defineEndpoint({
  id: 'listDevUsers',
  method: 'GET',
  path: '/api/v1/dev-auth/users',
  auth: 'operator',
  needs: { devUsers },
  summary: 'List operators',
  description:
    'Returns every operator, including deactivated ones, oldest first. An operator created before this list existed appears after the next sign-in.',
  responses: {
    200: z.object({ dev_users: z.array(DevUserRecord).meta({ description: 'The operators.' }) }).meta({ id: 'DevUserList' }),
  },
  example: { responses: { 200: { dev_users: [exampleDevUser] } } },

  handle: async (_, { devUsers }) => ok({ dev_users: (await devUsers.all()).map(devUserRecordOf) }),
});
