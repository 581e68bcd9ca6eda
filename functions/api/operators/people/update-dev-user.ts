import * as z from 'zod';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { operatorErrors } from '#shared/operators/errors.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit, devUsers } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { type DevUser, type OperatorRole, operatorRoles } from '#shared/operators/store/dev-users.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { Part } from '#shared/store/table.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';
import { tokensEnded } from './tokens-ended.ts';

const needs = { audit, devUsers };
type Deps = DepsOf<typeof needs>;

export const updateDevUser = defineEndpoint({
  id: 'updateDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/update',
  auth: 'operator',
  needs,
  summary: 'Update an operator',
  description:
    'Deactivates or reactivates an operator, sets the role, or removes a lost second factor. Omitted fields are ' +
    'unchanged. Nobody can deactivate themselves, take their own role or remove their own second factor, and the last active operator with the role `write` stays. Takes effect with the next request of the operator; a deactivation ends every access token, and a reactivation does not restore them. Repeatable.',
  body: z
    .object({
      dev_user_id: z.int().min(1).meta({ description: 'Id of the operator.' }),
      is_active: z.boolean().optional(),
      role: z.enum(operatorRoles).optional(),
      mfa_enabled: z.literal(false).optional().meta({ description: '`false` removes the second factor.' }),
      reason: GivenReason,
    })
    .meta({ id: 'UpdateDevUserRequest' }),
  responses: { 200: DevUserRecord },
  errors: [serviceErrors.not_found, operatorErrors.last_operator],
  example: {
    body: { dev_user_id: 245_813_760_001_024, role: 'read' },
    responses: { 200: { ...exampleDevUser, role: 'read' } },
  },

  async handle({ body, actor }, { devUsers, audit, now }) {
    const changed = await retryOnConflict('rare', async () => (await update(body, actor, { devUsers, audit, now })) ?? conflict);
    return ok(devUserRecordOf(changed));
  },
});

type Body = {
  dev_user_id: number;
  is_active?: boolean | undefined;
  role?: OperatorRole | undefined;
  mfa_enabled?: false | undefined;
  reason?: string | null | undefined;
};

async function update(
  body: Body,
  { by }: { by: AuditActor },
  { devUsers, audit, now }: Pick<Deps, 'devUsers' | 'audit' | 'now'>,
): Promise<DevUser | null> {
  const devUser = await devUsers.byId(body.dev_user_id);
  if (!devUser) throw fail(serviceErrors.not_found);
  const { is_active, role, mfa_enabled, reason } = body;
  const losesWrite = is_active === false || role === 'read';
  // A stolen token must not remove protection, and operators must not lock themselves out.
  if (by.kind === 'operator' && by.id === String(devUser.id) && (losesWrite || mfa_enabled === false))
    throw fail(serviceErrors.forbidden, { detail: 'Another operator must do this to your account.' });
  const changes = {
    ...(is_active !== undefined && { isActive: is_active }),
    ...(is_active === false && tokensEnded(devUser, now())),
    ...(role !== undefined && { role }),
    ...(mfa_enabled === false && { mfa: null, pendingMfa: null }),
  };
  const also = audit.parts({
    actor: by,
    action: 'update_operator',
    userId: null,
    details: {
      operator_id: devUser.id,
      ...(is_active !== undefined && { is_active }),
      ...(role !== undefined && { role }),
      ...(mfa_enabled === false && { mfa_enabled }),
      ...reasonDetails(reason),
    },
  });
  const stays: Part[] = [];
  if (losesWrite && devUser.isActive && devUser.role === 'write') {
    const other = (await devUsers.all()).find((candidate) => candidate.id !== devUser.id && mayWrite(candidate));
    if (!other) throw fail(operatorErrors.last_operator);
    // Two operators who remove each other must not both succeed.
    stays.push(devUsers.mayWritePart(other.id));
  }
  const isDone = await devUsers.change(devUser, changes, { also: [...stays, ...also] });
  return isDone ? { ...devUser, ...changes } : null;
}

const mayWrite = ({ isActive, role }: DevUser) => isActive && role === 'write';
