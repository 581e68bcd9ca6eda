import * as z from 'zod';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import { normalizedInvalidatedEmail } from '#shared/accounts/rules/reserved-email.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import { fail, type Problem, serviceErrors } from '#shared/values/errors.ts';

/** The address of an invalidated account may exceed the length limit of mail addresses. */
const AccountEmail = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const email = normalizedEmail(text) ?? normalizedInvalidatedEmail(text);
    if (email !== null) return email;
    context.addIssue({ code: 'custom', message: 'Not an e-mail address' });
    return z.NEVER;
  });

export const userNaming = {
  email: AccountEmail.nullish(),
  user_id: z.int().min(1).nullish().meta({ description: 'Alternative to `email`.' }),
};

export function namesOneUser({ body }: { body: unknown }): Problem[] {
  const { email = null, user_id = null } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (email === null && user_id === null) return [{ type: 'missing', loc: ['body', 'email'], msg: 'Field required, or `user_id` instead' }];
  if (email !== null && user_id !== null) return [{ type: 'value_error', loc: ['body', 'user_id'], msg: 'Either `email` or `user_id`' }];
  return [];
}

export async function namedUser(
  { email, user_id }: { email?: string | null | undefined; user_id?: number | null | undefined },
  users: Pick<Users, 'byEmail' | 'byId'>,
): Promise<User> {
  const user = email ? await users.byEmail(email) : user_id ? await users.byId(user_id) : null;
  if (!user) throw fail(serviceErrors.not_found);
  return user;
}
