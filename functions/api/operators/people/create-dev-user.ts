import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email, FullName, orNull } from '#shared/accounts/fields.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit, devUsers } from '#shared/operators/needs.ts';
import { operatorRoles } from '#shared/operators/store/dev-users.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail } from '#shared/values/errors.ts';
import { newNumericId } from '#shared/values/ids.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';
import { OperatorPassword } from './operator-password.ts';

export const createDevUser = defineEndpoint({
  id: 'createDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/create',
  auth: 'devToken',
  needs: { audit, devUsers },
  summary: 'Create an operator',
  description: 'Creates the account of an operator. Accounts of operators and users are separate: one e-mail can have both.',
  body: z
    .object({
      email: Email,
      password: OperatorPassword,
      full_name: orNull(FullName),
      role: z.enum(operatorRoles).default('read'),
      reason: GivenReason,
    })
    .meta({ id: 'CreateDevUserRequest' }),
  responses: { 201: DevUserRecord },
  answers: {
    201: 'The operator was created.',
  },
  errors: [accountErrors.email_taken],
  example: {
    body: {
      email: 'grace@operator.example',
      password: 'correct horse battery staple',
      full_name: 'Grace Example',
      role: 'write',
    },
    responses: { 201: { ...exampleDevUser, mfa_enabled: false } },
  },

  async handle({ body, actor }, { devUsers, audit, now }) {
    const account = {
      email: body.email,
      fullName: body.full_name,
      passwordHash: await hashPassword(body.password),
      role: body.role,
      isActive: true,
      createdAt: new Date(now()).toISOString(),
    };
    return await retryOnConflict('rare', async () => {
      const devUser = { ...account, id: newNumericId(now()) };
      const outcome = await devUsers.create(
        devUser,
        audit.parts({
          actor: actor.by,
          action: 'create_operator',
          userId: null,
          details: { operator_id: devUser.id, role: devUser.role, ...reasonDetails(body.reason) },
        }),
      );
      if (outcome === 'created') return reply(201, devUserRecordOf(devUser));
      if (outcome === 'email_taken') throw fail(accountErrors.email_taken);
      return conflict;
    });
  },
});
