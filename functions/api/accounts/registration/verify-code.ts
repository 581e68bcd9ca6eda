import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess, Email } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { welcomeOnceVerified } from '#shared/accounts/registration/registration-effects.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { inWords } from '#shared/values/number-texts.ts';

const needs = { codes, ipNetworkId, queues, users };
type Deps = DepsOf<typeof needs>;

export const verifyCode = defineEndpoint({
  id: 'verifyCode',
  method: 'POST',
  path: '/api/v1/auth/verify-code',
  auth: 'optionalUser',
  needs,
  summary: 'Verify an e-mail code',
  description: `Checks a code from \`sendVerification\`. It remains valid for \`completeRegistration\`. If you are signed in with that address, the code verifies it for your account and is used up. After ${inWords(codeLimits.failures)} wrong attempts, here and at \`completeRegistration\` together, the code stops working.`,
  body: z.object({ email: Email, code: CodeGuess }).meta({ id: 'VerifyCodeRequest' }),
  responses: {
    200: z.object({ verified: z.literal(true).meta({ description: 'Always `true`: the code is right.' }) }).meta({ id: 'CodeVerified' }),
  },
  answers: {
    200: 'The code is right. It remains valid for `completeRegistration`, or the address of your account is now verified.',
  },
  errors: [accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts],
  rateLimit: attemptsLimit,
  example: {
    body: { email: 'ada@northwind.example', code: '042917' },
    responses: { 200: { verified: true } },
  },

  async handle({ body: { email, code }, actor, sourceIp }, deps) {
    const callerAccount = actor?.user.email === email ? actor.user : null;
    if (callerAccount?.emailVerified) return ok({ verified: true });
    const guess = { purpose: 'registration', address: email, guess: code, sourceIp } as const;
    const checked = await checkCode(guess, deps).catch(async (error) => {
      if (callerAccount && (await isVerifiedNow(callerAccount, deps))) return null;
      throw error;
    });
    if (!checked) return ok({ verified: true });
    if (callerAccount) await verifyOwnAddress(callerAccount, checked.generation, deps);
    return ok({ verified: true }, checked.headers);
  },
});

async function verifyOwnAddress(user: User, generation: string, { users, codes }: Pick<Deps, 'users' | 'codes'>): Promise<void> {
  const verified = users.changePart(
    user.id,
    { emailVerified: true },
    {
      effects: welcomeOnceVerified(user),
      condition: '#isActive = :active AND #email = :email',
      names: { '#isActive': 'isActive', '#email': 'email' },
      values: { ':active': true, ':email': user.email },
    },
  );
  if (await users.transactOrConflict([verified, codes.usePart('registration', user.email, generation)])) return;
  if (!(await isVerifiedNow(user, { users }))) throw fail(accountErrors.invalid_code);
}

async function isVerifiedNow({ id, email }: User, { users }: Pick<Deps, 'users'>): Promise<boolean> {
  const current = await users.byId(id);
  return current?.emailVerified === true && current.email === email;
}
