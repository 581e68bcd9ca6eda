import * as z from 'zod';
import { managedClients, users } from '#shared/accounts/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { assertUsersExist } from './managed-client-schema.ts';

const UserId = z.coerce.number().int().min(1);

export const unlinkManagedClient = defineEndpoint({
  id: 'unlinkManagedClient',
  method: 'DELETE',
  path: '/api/v1/dev/managed-clients',
  auth: 'operator',
  needs: { activityLog, audit, managedClients, users },
  summary: 'Unlink a managed client',
  description: "Ends a user's access to a client's data at once. Repeatable: `removed` is false if there was no link.",
  query: z.object({
    manager_user_id: UserId,
    client_user_id: UserId.meta({ description: 'Id of the managed client.' }),
  }),
  body: z.object({ reason: GivenReason }).meta({ id: 'UnlinkManagedClientRequest' }).optional(),
  responses: {
    200: z
      .object({
        manager_user_id: z.int(),
        client_user_id: z.int().meta({ description: 'Id of the managed client.' }),
        removed: z.boolean().meta({ description: 'Whether something was removed.' }),
      })
      .meta({ id: 'UnlinkedManagedClient' }),
  },
  answers: {
    200: 'The link was removed, or did not exist (`removed: false`).',
  },
  errors: [serviceErrors.not_found],
  example: {
    query: { manager_user_id: 245_813_760_001_024, client_user_id: 245_813_760_003_391 },
    body: { reason: 'The agency no longer works for them' },
    responses: {
      200: { manager_user_id: 245_813_760_001_024, client_user_id: 245_813_760_003_391, removed: true },
    },
  },

  async handle({ query, body, actor }, { users, managedClients, audit, activityLog }) {
    const { manager_user_id, client_user_id } = query;
    await assertUsersExist(users, [manager_user_id, client_user_id], 'query');
    const note = await activity('manager_unlinked', client_user_id, { manager_id: manager_user_id });
    const auditParts = audit.parts({
      actor: actor.by,
      action: 'unlink_managed_client',
      userId: client_user_id,
      details: { manager_user_id, ...reasonDetails(body?.reason) },
    });
    const also = [...auditParts, activityLog.part(note)];
    const removed = await managedClients.unlink(manager_user_id, client_user_id, also);
    return ok({ manager_user_id, client_user_id, removed });
  },
});
