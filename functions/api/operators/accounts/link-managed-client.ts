import * as z from 'zod';
import { managedClients, users } from '#shared/accounts/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { assertUsersExist, exampleManagedClient, ManagedClientRecord, managedClientRecordOf } from './managed-client-schema.ts';

export const linkManagedClient = defineEndpoint({
  id: 'linkManagedClient',
  method: 'PUT',
  path: '/api/v1/dev/managed-clients',
  auth: 'operator',
  needs: { activityLog, audit, managedClients, users },
  summary: 'Link a managed client',
  description: 'Lets a user view the data of a client with `client_user_id`. Repeatable: an existing link is unchanged.',
  body: z
    .object({
      manager_user_id: z.int().min(1),
      client_user_id: z.int().min(1).meta({ description: 'Id of the managed client.' }),
      reason: GivenReason,
    })
    .meta({ id: 'LinkManagedClientRequest' }),
  responses: { 200: ManagedClientRecord },
  errors: [serviceErrors.not_found],
  example: {
    body: { manager_user_id: 245_813_760_001_024, client_user_id: 245_813_760_003_391 },
    responses: { 200: exampleManagedClient },
  },

  async handle({ body, actor }, { users, managedClients, audit, activityLog }) {
    const { manager_user_id, client_user_id } = body;
    await assertUsersExist(users, [manager_user_id, client_user_id], 'body');
    const note = await activity('manager_linked', client_user_id, { manager_id: manager_user_id });
    const auditParts = audit.parts({
      actor: actor.by,
      action: 'link_managed_client',
      userId: client_user_id,
      details: { manager_user_id, ...reasonDetails(body.reason) },
    });
    const also = [...auditParts, activityLog.part(note)];
    return ok(managedClientRecordOf(await managedClients.link(manager_user_id, client_user_id, also)));
  },
});
