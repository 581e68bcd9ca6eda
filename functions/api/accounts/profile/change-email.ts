import * as z from 'zod';
import { assertDeliverableNeeds } from '#functions/api/accounts/assert-deliverable.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { codesLimit, sendCode } from '#shared/accounts/codes/send-code.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { reservedEmailProblems } from '#shared/accounts/reserved-email-problems.ts';
import { emailChangesLimit } from '#shared/accounts/rules/limits.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { ownerErrors, ownerProof, requireOwner } from '#shared/accounts/sign-in/require-owner.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached } from '#shared/limits/rate-limit-headers.ts';
import { takeUnverified } from '#shared/mail/can-send-mail.ts';
import { codeMail } from '#shared/mail/code-mail.ts';
import { emailTakenMail } from '#shared/mail/email-taken-mail.ts';
import { mailer, mailLog } from '#shared/mail/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { assertDeliverable } from '../assert-deliverable.ts';
import { CodeSent } from '../code-sent.ts';

const needs = {
  ...assertDeliverableNeeds,
  codes,
  ipNetworkId,
  limits,
  mailLog,
  mailer,
  operatorDomain,
  users,
};
type Deps = DepsOf<typeof needs>;

const message = 'To confirm the new address, enter the code from our message to it.';

export const changeEmail = defineEndpoint({
  id: 'changeEmail',
  method: 'POST',
  path: '/api/v1/auth/change-email',
  auth: 'user',
  needs,
  summary: 'Change your e-mail address',
  description:
    'Sends a code to the new address. `confirmEmail` changes the address; until then nothing changes. The response is ' +
    `the same whether or not the new address belongs to an account; if it does, that address receives a notice instead of a code, within the limit of unverified addresses. Wrong passwords and codes count as failed sign-ins (see \`login\`). An account can make ${emailChangesLimit.limit} requests an hour.`,
  body: z.object({ new_email: Email.meta({ description: 'The new e-mail address.' }), ...ownerProof }).meta({ id: 'ChangeEmailRequest' }),
  responses: { 200: CodeSent },
  answers: {
    200: `The new address receives a message. A code is valid for ${codeLimits.lifetimeSeconds / 60} minutes.`,
  },
  errors: [...ownerErrors, accountErrors.code_sent_recently, accountErrors.message_not_sent],
  rateLimit: codesLimit,
  example: {
    body: { new_email: 'grace@northwind.example', password: 'correct horse battery staple' },
    responses: { 200: { message, expires_in: codeLimits.lifetimeSeconds } },
  },

  check: ({ body }, { operatorDomain }) => reservedEmailProblems(body, (email) => isReservedEmail(email, operatorDomain), 'new_email'),

  async handle({ body: { new_email: email, ...proof }, actor: { user }, sourceIp }, deps) {
    const { users, limits } = deps;
    if (email === user.email) throw invalid({ type: 'value_error', loc: ['body', 'new_email'], msg: 'This is your address already' });
    await requireOwner(user, { ...proof, sourceIp }, deps);
    const counted = await limits.take(emailChangesLimit, String(user.id));
    if (!counted.isAllowed) throw limitReached(emailChangesLimit, counted);
    await assertDeliverable(email, deps, 'new_email');
    const isTaken = await users.isTaken(email);
    const code = { purpose: 'email_change', address: email, sourceIp } as const;
    const headers = await sendCode(
      code,
      async (digits, generation) => {
        const effects = [await activity('email_change_requested', ownAccountOf(user.id))];
        if (!(await users.change(user.id, { pendingEmail: { email, generation } }, { effects }))) throw fail(serviceErrors.unavailable);
        const outcome = await sendMessage({ email, isTaken, digits, generation }, deps);
        const template = isTaken ? 'email_taken' : 'email_change_code';
        await deps.mailLog.note(user.id, { id: `code#${generation}`, template, outcome });
      },
      deps,
    );
    return ok({ message, expires_in: codeLimits.lifetimeSeconds }, headers);
  },
});

async function sendMessage(
  { email, isTaken, digits, generation }: { email: string; isTaken: boolean; digits: string; generation: string },
  deps: Pick<Deps, 'users' | 'limits' | 'mailer'>,
): Promise<'sent' | 'unverified_mail'> {
  if (isTaken) {
    const isVerified = (await deps.users.byEmail(email))?.emailVerified === true;
    if (!isVerified && !(await takeUnverified(email, `email_taken#${generation}`, deps))) return 'unverified_mail';
  }
  await deps.mailer.send(isTaken ? emailTakenMail(email) : codeMail(email, 'email_change', digits));
  return 'sent';
}
