import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { PhoneField } from '#shared/accounts/phone-field.ts';
import { emailOfPhone, hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { ownerErrors, ownerProof, requireOwner } from '#shared/accounts/sign-in/require-owner.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const needs = { codes, ipNetworkId, limits, operatorDomain, queues, users };
type Deps = DepsOf<typeof needs>;

export const changePhone = defineEndpoint({
  id: 'changePhone',
  method: 'POST',
  path: '/api/v1/auth/change-phone',
  auth: 'user',
  needs,
  summary: 'Change your phone number',
  description:
    'Sets the phone number of your account with a code that `sendPhoneVerification` sent to the new number. Uses up the ' +
    'code. An account that was created with a phone gets the generated e-mail of the new number, and signs in with that ' +
    'from then on; other accounts are notified by e-mail. Wrong passwords and codes of the second factor count as failed sign-ins (see `login`). If the response is lost, a retry returns 400 and `readMe` shows the new number.',
  body: z.object({ phone: PhoneField, code: CodeGuess, ...ownerProof }).meta({ id: 'ChangePhoneRequest' }),
  responses: { 200: UserRecord },
  answers: { 200: 'The number was changed. The body holds the account.' },
  errors: [...ownerErrors, accountErrors.invalid_code, accountErrors.code_expired, accountErrors.email_taken],
  rateLimit: attemptsLimit,
  example: {
    body: { phone: '+351 912 345 678', code: '042917', password: 'correct horse battery staple' },
    responses: { 200: { ...exampleUser, phone: '+351912345678' } },
  },

  async handle({ body: { phone, code, ...proof }, actor: { user }, sourceIp }, deps) {
    const { users, codes } = deps;
    await requireOwner(user, { ...proof, sourceIp }, deps);
    const { number } = phone;
    const guess = { purpose: 'phone', address: number, guess: code, sourceIp } as const;
    const { generation, headers } = await checkCode(guess, deps);
    const noted = await activity('phone_changed', ownAccountOf(user.id));
    const change = phoneChange(user, number, { generation, noted }, deps);
    const parts = [...change.parts, codes.usePart('phone', number, generation)];
    if (await users.transactOrConflict(parts)) return ok(userRecordOf(change.changed), headers);
    const current = await users.byId(user.id);
    if (current?.phone === number) return ok(userRecordOf(current), headers);
    const isTaken = change.changed.email !== user.email && (await users.isTaken(change.changed.email));
    throw fail(isTaken ? accountErrors.email_taken : accountErrors.invalid_code, { headers });
  },
});

function phoneChange(
  user: User,
  phone: string,
  { generation, noted }: { generation: string; noted: EffectOf<'activity'> },
  { users, operatorDomain, now }: Pick<Deps, 'users' | 'operatorDomain' | 'now'>,
) {
  const changes = { phone };
  const email = emailOfPhone(phone, operatorDomain);
  if (!hasMailbox(user) && email !== user.email)
    return {
      changed: { ...user, phone, email },
      parts: users.moveEmailParts(user, { email }, { changes, effects: [noted] }),
    };
  const notice: EffectOf<'mail'> = {
    kind: 'mail',
    id: `phone_changed#${generation}`,
    to_user: user.id,
    template: 'phone_changed',
    data: { at: mailTime(new Date(now()).toISOString()), ending: phone.slice(-3) },
  };
  const unchanged = {
    effects: [notice, noted],
    condition: '#isActive = :active AND #email = :email_was',
    names: { '#isActive': 'isActive', '#email': 'email' },
    values: { ':active': true, ':email_was': user.email },
  };
  return { changed: { ...user, phone }, parts: [users.changePart(user.id, changes, unchanged)] };
}
