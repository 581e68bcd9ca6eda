import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { operatorRoles } from '#shared/operators/store/dev-users.ts';
import { fail } from '#shared/values/errors.ts';
import type { Deps } from './deps.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';
import { tokensEnded } from './tokens-ended.ts';

export const updateDevUser = defineEndpoint<Deps>()({
  id: 'updateDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/update',
  auth: 'operator',
  cors: 'none',
  summary: 'Update an operator',
  description:
    'Deactivates or reactivates an operator, sets the role, or removes a lost second factor. Omitted fields are ' +
    'unchanged. Takes effect with the next request of the operator; a deactivation ends every access token, and a reactivation does not restore them. Repeatable.',
  body: z
    .object({
      dev_user_id: z.int().min(1),
      is_active: z.boolean().optional(),
      role: z.enum(operatorRoles).optional(),
      mfa_enabled: z.literal(false).optional().meta({ description: '`false` removes the second factor.' }),
    })
    .meta({ id: 'UpdateDevUserRequest' }),
  responses: { 200: DevUserRecord },
  errors: ['not_found'],
  example: {
    body: { dev_user_id: 245_813_760_001_024, role: 'read' },
    responses: { 200: { ...exampleDevUser, role: 'read' } },
  },

  async handle({ body, actor }, { devUsers, audit, now }) {
    const devUser = await devUsers.byId(body.dev_user_id);
    if (!devUser) throw fail('not_found');
    const { is_active, role, mfa_enabled } = body;
    // A stolen token must not remove what protects its owner.
    const isOwn = actor.by.kind === 'operator' && actor.by.id === String(devUser.id);
    if (isOwn && mfa_enabled === false)
      throw fail('forbidden', { detail: 'Another operator must remove your second factor.' });
    const changes = {
      ...(is_active !== undefined && { isActive: is_active }),
      ...(is_active === false && tokensEnded(devUser, now())),
      ...(role !== undefined && { role }),
      ...(mfa_enabled === false && { mfa: null, pendingMfa: null }),
    };
    const also = audit.parts({
      actor: actor.by,
      action: 'update_operator',
      userId: null,
      details: {
        ...{ operator_id: devUser.id, ...(is_active !== undefined && { is_active }) },
        ...{ ...(role !== undefined && { role }), ...(mfa_enabled === false && { mfa_enabled }) },
      },
    });
    if (!(await devUsers.change(devUser, changes, { also }))) throw fail('unavailable');
    return ok(devUserRecordOf({ ...devUser, ...changes }));
  },
});
