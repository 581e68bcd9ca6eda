import * as z from 'zod';
import { accountSuspension } from '#shared/accounts/account-suspension.ts';
import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { deletionFrom, freshMinutes, graceDays, isFreshSignIn } from '#shared/accounts/deletion/rules/account-deletion.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { ownerErrors, ownerProof, requireOwner, requireSecondFactor } from '#shared/accounts/sign-in/require-owner.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { billingRecords } from '#shared/billing/needs.ts';
import { isLive } from '#shared/billing/rules/billing.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const needs = { accountDeletions, billingRecords, ipNetworkId, limits, users };
type Deps = DepsOf<typeof needs>;

export const deleteAccount = defineEndpoint({
  id: 'deleteAccount',
  method: 'POST',
  path: '/api/v1/auth/delete-account',
  auth: 'user',
  needs,
  summary: 'Delete your account',
  description:
    `Deactivates your account at once and erases it after ${graceDays} days. Until then \`restore-account\` brings it back. ` +
    'Until then sessions, API keys and webhook endpoints are suspended: keys stop working within 60 seconds, and all of them work again after a restore. ' +
    'You leave the teams of licences, and no more e-mails are sent. ' +
    `Send your password. An account without a password needs a sign-in of the last ${freshMinutes} minutes in its place: ` +
    'sign in with the identity provider again, then send this request without `password`. ' +
    'Cancel a live billing subscription first. The erasure removes keys, events, reports, prompts, plans, files and everything else; ' +
    'credit transactions stay without personal data.',
  body: z
    .object({
      password: z.string().max(1000).nullish().meta({
        description: 'Current password. Required unless the account has none.',
      }),
      mfa_code: ownerProof.mfa_code,
    })
    .meta({ id: 'DeleteAccountRequest' }),
  responses: {
    202: z
      .object({
        status: z.literal('deletion_scheduled').meta({ description: 'The account is inactive.' }),
        erase_at: z.iso.datetime().meta({ description: 'Latest time at which the account can be restored.' }),
      })
      .meta({ id: 'ScheduledDeletion' }),
  },
  errors: [
    ...ownerErrors.filter((error) => error !== accountErrors.no_password),
    accountErrors.recent_sign_in_required,
    billingErrors.billing_subscription_live,
  ],
  rateLimit: networkLimit(loginLimit),
  example: {
    body: { password: 'correct horse battery staple' },
    responses: { 202: { status: 'deletion_scheduled', erase_at: '2026-12-22T09:30:00.000Z' } },
  },

  async handle({ body: { password, mfa_code }, actor, sourceIp }, deps) {
    const headers = await assertProven({ password: password ?? '', mfa_code, sourceIp, ...actor }, deps);
    const eraseAt = await scheduled(actor.user, deps);
    return reply(202, { status: 'deletion_scheduled' as const, erase_at: eraseAt }, headers);
  },
});

type Proof = {
  user: User;
  signedInAt: number;
  password: string;
  mfa_code: string | null | undefined;
  sourceIp: string;
};

async function assertProven({ user, signedInAt, ...proof }: Proof, deps: Deps): Promise<Record<string, string>> {
  if (user.passwordHash === null) {
    if (!isFreshSignIn(signedInAt, deps.now())) throw fail(accountErrors.recent_sign_in_required);
    await requireSecondFactor(user, proof, deps);
    return {};
  }
  return await requireOwner(user, proof, deps);
}

async function scheduled(initialUser: User, deps: Deps): Promise<string> {
  const { now, users, billingRecords, accountDeletions } = deps;
  return await retryOnConflict('rare', async (tries) => {
    const user = tries === 1 ? initialUser : await users.byId(initialUser.id);
    if (!user) throw fail(serviceErrors.unavailable);
    if (user.deletion) return user.deletion.eraseAt;
    // A change of the password or a sign-out ends this request's authentication.
    if (user.passwordHash !== initialUser.passwordHash || user.tokensValidAfter !== initialUser.tokensValidAfter)
      throw fail(serviceErrors.unauthenticated, { headers: { 'www-authenticate': 'Bearer' } });
    const billing = await billingRecords.account(ownAccountOf(user.id));
    if (billing.subscriptions.some(isLive)) throw fail(billingErrors.billing_subscription_live);
    const deletion = deletionFrom(now());
    const id = `account_deletion#${user.id}#${deletion.requestedAt}`;
    const isDone = await accountDeletions.request(
      user,
      { deletion },
      {
        effects: [
          await activity('deletion_requested', ownAccountOf(user.id)),
          accountSuspension(user.id, `deleted#${deletion.requestedAt}`),
          {
            kind: 'account_deletion',
            id,
            user_id: user.id,
            requested_at: deletion.requestedAt,
            erase_at: deletion.eraseAt,
          },
          {
            kind: 'mail',
            id: `${id}#mail`,
            to_user: user.id,
            template: 'account_deletion_requested',
            data: { at: mailTime(deletion.requestedAt), erase_at: mailTime(deletion.eraseAt) },
          },
        ],
        also: [billingRecords.unchangedPart(ownAccountOf(user.id), billing)],
      },
    );
    return isDone ? deletion.eraseAt : conflict;
  });
}
