import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration/registration-effects.ts';
import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { activity } from '#shared/activity/activity.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { fail } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const confirmEmail = defineEndpoint({
  id: 'confirmEmail',
  method: 'POST',
  path: '/api/v1/auth/confirm-email',
  auth: 'user',
  needs: { codes, ipNetworkId, queues, users },
  summary: 'Confirm your new e-mail address',
  description:
    'Changes the e-mail address of your account with the code from `changeEmail`. Uses up the code, frees the old ' +
    'address, and notifies both by e-mail (`listEmails` shows the outcome). Sessions and API keys stay. If the response is lost, a retry returns 400 and `readMe` shows the new address.',
  body: z.object({ code: CodeGuess }).meta({ id: 'ConfirmEmailRequest' }),
  responses: { 200: UserRecord },
  answers: { 200: 'The address was changed. The body holds the account.' },
  errors: [accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts, accountErrors.email_taken],
  rateLimit: attemptsLimit,
  example: {
    body: { code: '042917' },
    responses: { 200: { ...exampleUser, email: 'grace@northwind.example' } },
  },

  async handle({ body: { code }, actor: { user }, sourceIp }, deps) {
    const { users, codes } = deps;
    const { pendingEmail: pending } = user;
    if (!pending) throw fail(accountErrors.invalid_code);
    const guess = { purpose: 'email_change', address: pending.email, guess: code, sourceIp } as const;
    const { generation, headers } = await checkCode(guess, deps);
    // The newest code of this address belongs to another account that requested it later.
    if (generation !== pending.generation) throw fail(accountErrors.invalid_code, { headers });
    const moved = { ...user, email: pending.email, emailVerified: true, pendingEmail: null };
    const parts = [
      ...users.moveEmailParts(user, pending, {
        effects: [
          ...notices(user, moved, generation, deps.now()),
          await activity('email_changed', ownAccountOf(user.id)),
          ...(user.emailVerified && hasMailbox(user) ? [] : welcomeOnceVerified(moved)),
        ],
      }),
      codes.usePart('email_change', pending.email, generation),
    ];
    if (await users.transactOrConflict(parts)) return ok(userRecordOf(moved), headers);
    const current = await users.byId(user.id);
    if (current?.email === pending.email) return ok(userRecordOf(current), headers);
    throw fail((await users.isTaken(pending.email)) ? accountErrors.email_taken : accountErrors.invalid_code, { headers });
  },
});

function notices(before: User, after: User, generation: string, now: number): EffectOf<'mail'>[] {
  const at = mailTime(new Date(now).toISOString());
  const to_user = after.id;
  const old: EffectOf<'mail'> = {
    kind: 'mail',
    id: `email_changed_from#${generation}`,
    to_user,
    to_email: before.email,
    to_verified: before.emailVerified,
    template: 'email_changed_from',
    data: { at, new_email: masked(after.email) },
  };
  const id = `email_changed#${generation}`;
  return [{ kind: 'mail', id, to_user, to_email: after.email, template: 'email_changed', data: { at } }, old];
}

const masked = (email: string) => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`;
