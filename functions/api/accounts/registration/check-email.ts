import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { users } from '#shared/accounts/needs.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { operatorDomain } from '#shared/operators/needs.ts';

export const checkEmail = defineEndpoint({
  id: 'checkEmail',
  method: 'POST',
  path: '/api/v1/auth/check-email',
  auth: 'none',
  needs: { operatorDomain, users },
  cors: 'front_ends',
  summary: 'Check an e-mail address',
  description:
    'Returns whether an account with this e-mail address exists, whether it is active, and whether the address can be registered.',
  body: z.object({ email: Email }).meta({ id: 'CheckEmailRequest' }),
  responses: {
    200: z
      .object({
        email: z.string().meta({ description: 'The address in normalized form.' }),
        registered: z.boolean().meta({ description: 'Whether an account with this e-mail exists.' }),
        is_active: z.boolean(),
        can_register: z.boolean().meta({
          description: 'Whether the address can be registered: it is neither registered nor reserved.',
        }),
      })
      .meta({ id: 'EmailStatus' }),
  },
  example: {
    body: { email: 'Ada@Northwind.example' },
    responses: {
      200: { email: 'ada@northwind.example', registered: true, is_active: true, can_register: false },
    },
  },

  async handle({ body: { email } }, { users, operatorDomain }) {
    const user = await users.byEmail(email);
    return ok({
      email,
      registered: user !== null,
      is_active: user?.isActive ?? false,
      can_register: user === null && !isReservedEmail(email, operatorDomain),
    });
  },
});
