import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { reservedEmailProblems } from '#shared/accounts/reserved-email-problems.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason } from '#shared/operators/given-reason.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { undoInvalidation, undoInvalidationNeeds } from './undo-invalidation.ts';

export const reactivateAccount = defineEndpoint({
  id: 'reactivateAccount',
  method: 'POST',
  path: '/api/v1/dev/reactivate-account',
  auth: 'operator',
  needs: { ...undoInvalidationNeeds, operatorDomain },
  summary: 'Undo the invalidation of an account',
  description:
    'Gives an invalidated account its e-mail address and identity back and makes it active again. Its sessions work at once, its API keys and webhook endpoints within 60 seconds. ' +
    'If the address was registered again, the response is 409 `email_taken`: send a `new_email` that you know its owner reads. An identity that belongs to another account by now stays there (`identity_restored: false`). ' +
    'An account that its owner had deleted before becomes a deleted account again, which its owner can restore. The owner is notified by e-mail. Repeatable: `already: true`, and nothing was changed.',
  body: z
    .object({
      user_id: z.int().min(1),
      new_email: Email.nullish().meta({
        description: 'Address of the account from now on. Its earlier address if omitted.',
      }),
      reason: GivenReason,
    })
    .meta({ id: 'ReactivateAccountRequest' }),
  check: ({ body }, { operatorDomain }) => reservedEmailProblems(body, (email) => isReservedEmail(email, operatorDomain), 'new_email'),
  responses: {
    200: z
      .object({
        user: UserRecord,
        already: z.boolean().meta({
          description: 'Whether the account was not invalidated, or not any more. If so, nothing was changed.',
        }),
        identity_restored: z.boolean().nullable().meta({
          description:
            'Whether the identity provider signs the user in again; `null` if the account had no identity, or nothing was changed.',
        }),
      })
      .meta({ id: 'ReactivatedAccount' }),
  },
  errors: [serviceErrors.not_found, accountErrors.email_taken],
  example: {
    body: { user_id: exampleUser.id, reason: 'Invalidated by mistake' },
    responses: { 200: { user: exampleUser, already: false, identity_restored: null } },
  },

  async handle({ body: { user_id, new_email, reason }, actor }, deps) {
    const user = await deps.users.byId(user_id);
    if (!user || user.erasedAt) throw fail(serviceErrors.not_found);
    const undone = await undoInvalidation(user, { newEmail: new_email ?? null, by: actor.by, reason }, deps);
    return ok({
      user: userRecordOf(undone.user),
      already: undone.isRepeat,
      identity_restored: undone.isIdentityRestored,
    });
  },
});
