import * as z from 'zod';
import { namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { isInvalidatedEmail } from '#shared/accounts/rules/reserved-email.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason } from '#shared/operators/given-reason.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { endAccount, endAccountNeeds } from './end-account.ts';

type Deps = DepsOf<typeof endAccountNeeds>;

export const invalidateAccount = defineEndpoint({
  id: 'invalidateAccount',
  method: 'POST',
  path: '/api/v1/dev/invalidate-account',
  auth: 'operator',
  needs: endAccountNeeds,
  summary: 'Invalidate an account',
  description:
    'Deactivates an account and frees its e-mail address. The record is kept. **Name the account by `user_id`**: it is the safe form, since the e-mail and the identity can register a new account at once, and from then on the e-mail names the new account. A retry by `email` can therefore invalidate an account of another person; a retry by `user_id` returns the same record with `already: true`. The prefixed e-mail names the invalidated account too. Keys, webhook endpoints and sessions are suspended, within 60 seconds; `reactivateAccount` undoes the invalidation.',
  body: z.object({ ...userNaming, reason: GivenReason }).meta({ id: 'InvalidateAccountRequest' }),
  check: namesOneUser,
  responses: {
    200: z
      .object({
        user: UserRecord,
        already: z.boolean().meta({ description: 'Whether it was invalidated before. If so, nothing was changed.' }),
      })
      .meta({ id: 'InvalidatedAccount' }),
  },
  errors: [serviceErrors.not_found, billingErrors.billing_subscription_live],
  example: {
    body: { user_id: exampleUser.id, reason: 'Requested by its owner' },
    responses: {
      200: {
        user: { ...exampleUser, email: 'invalidate_ada@northwind.example', is_active: false },
        already: false,
      },
    },
  },

  async handle({ body, actor }, deps) {
    const user = await accountMeant(body, deps);
    if (!user) throw fail(serviceErrors.not_found);
    const ended = await endAccount(user, { by: actor.by, reason: body.reason }, deps);
    return ok({ user: userRecordOf(ended.user), already: ended.isRepeat });
  },
});

async function accountMeant(
  { email, user_id }: { email?: string | null | undefined; user_id?: number | null | undefined },
  { users, invalidations }: Deps,
): Promise<User | null> {
  if (user_id) return await users.byId(user_id);
  if (!email) return null;
  const user = await users.byEmail(email);
  if (user) return user;
  const newest = await invalidations.newest(email);
  const invalidated = newest && (await users.byId(newest.userId));
  return invalidated && isInvalidatedEmail(invalidated.email) ? invalidated : null;
}
