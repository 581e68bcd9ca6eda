import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Reason } from '#functions/api/operators/credits/credit-change.ts';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const removeMfa = defineEndpoint({
  id: 'removeMfa',
  method: 'POST',
  path: '/api/v1/dev/remove-mfa',
  auth: 'operator',
  needs: { audit, users },
  summary: 'Remove the second factor of a user',
  description:
    'For a user who has lost both the device and the recovery codes. Verify the identity of the requester first. Sign-ins then ' +
    'need the password only. The owner is notified by e-mail; `readAccount` shows the outcome. Sessions stay. Repeatable.',
  body: z
    .object({
      ...userNaming,
      reason: Reason.meta({ description: 'Recorded in the audit log. The owner does not see it.' }),
    })
    .meta({ id: 'RemoveMfaRequest' }),
  check: namesOneUser,
  responses: {
    200: z
      .object({
        user_id: z.int(),
        mfa_enabled: z.literal(false).meta({ description: 'Whether sign-ins need a code of an authenticator app.' }),
      })
      .meta({ id: 'MfaRemoved' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    body: { email: 'ada@northwind.example', reason: 'Phone lost, identity checked by video call' },
    responses: { 200: { user_id: 245_813_760_001_024, mfa_enabled: false } },
  },

  async handle({ body, actor }, { users, audit, now }) {
    const { id, mfa } = await namedUser(body, users);
    const notice = {
      kind: 'mail',
      id: `mfa_removed#${randomUUID()}`,
      to_user: id,
      template: 'mfa_removed_by_support',
      data: { at: mailTime(new Date(now()).toISOString()) },
    } as const;
    const effects = mfa ? [notice, await activity('mfa_disabled', ownAccountOf(id))] : [];
    const isRemoved = await users.transactOrConflict([
      users.changePart(id, { mfa: null, pendingMfa: null }, { effects }),
      ...audit.parts({
        actor: actor.by,
        action: 'remove_mfa',
        userId: ownAccountOf(id),
        details: { ...redactPersonalData({ reason: body.reason }).properties },
      }),
    ]);
    if (!isRemoved) throw fail(serviceErrors.unavailable);
    return ok({ user_id: id, mfa_enabled: false });
  },
});
