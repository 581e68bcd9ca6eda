import * as z from 'zod';
import { Reason } from '#functions/api/operators/credits/credit-change.ts';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { waitlist } from '#shared/accounts/registration/needs.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const setWaitlist = defineEndpoint({
  id: 'setWaitlist',
  method: 'POST',
  path: '/api/v1/dev/waitlist',
  auth: 'operator',
  needs: { audit, users, waitlist },
  summary: 'Add an account to the waitlist or remove it',
  description:
    'Takes effect with the next request of the account. Repeatable. A description that was flagged earlier does not return the account to the list.',
  body: z
    .object({
      ...userNaming,
      on_waitlist: z.boolean().meta({ description: 'Whether the account is on the waitlist.' }),
      reason: Reason.meta({ description: 'Recorded in the audit log. The owner does not see it.' }),
    })
    .meta({ id: 'SetWaitlistRequest' }),
  check: namesOneUser,
  responses: {
    200: z
      .object({
        user_id: z.int(),
        on_waitlist: z.boolean().meta({ description: 'Whether the account is on the waitlist.' }),
      })
      .meta({ id: 'WaitlistSetting' }),
  },
  errors: ['not_found'],
  example: {
    body: {
      email: 'ada@northwind.example',
      on_waitlist: false,
      reason: 'The description is about first aid',
    },
    responses: { 200: { user_id: 245_813_760_001_024, on_waitlist: false } },
  },

  async handle({ body, actor }, { users, waitlist, audit }) {
    const { id } = await namedUser(body, users);
    const { on_waitlist } = body;
    const reason = String(redactPersonalData({ reason: body.reason }).properties.reason);
    const isSet = await users.transactOrConflict([
      users.changePart(id, { onWaitlist: on_waitlist }),
      waitlist.setPart(id, { isListed: on_waitlist, reason }),
      ...audit.parts({
        actor: actor.by,
        action: 'set_waitlist',
        userId: ownAccountOf(id),
        details: { on_waitlist, reason },
      }),
    ]);
    if (!isSet) throw fail('unavailable');
    return ok({ user_id: id, on_waitlist });
  },
});
