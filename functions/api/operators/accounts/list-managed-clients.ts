import * as z from 'zod';
import { managedClients, users } from '#shared/accounts/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { assertUsersExist, exampleManagedClient, ManagedClientRecord, managedClientRecordOf } from './managed-client-schema.ts';

export const listManagedClients = defineEndpoint({
  id: 'listManagedClients',
  method: 'GET',
  path: '/api/v1/dev/managed-clients',
  auth: 'operator',
  needs: { audit, managedClients, users },
  summary: 'List managed clients',
  description:
    'Returns the links between a manager and the clients whose data the manager can view, by client id. Every access is recorded.',
  query: z.object({ manager_user_id: z.coerce.number().int().min(1) }),
  responses: {
    200: z
      .object({
        managed_clients: z.array(ManagedClientRecord).meta({ description: 'The links between managers and clients.' }),
      })
      .meta({ id: 'ManagedClients' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    query: { manager_user_id: 245_813_760_001_024 },
    responses: { 200: { managed_clients: [exampleManagedClient] } },
  },

  async handle({ query: { manager_user_id }, actor: { by } }, { users, managedClients, audit }) {
    await assertUsersExist(users, [manager_user_id], 'query');
    await audit.record({ actor: by, action: 'list_managed_clients', userId: manager_user_id });
    const listed = await managedClients.list(manager_user_id);
    return ok({ managed_clients: listed.map(managedClientRecordOf) });
  },
});
