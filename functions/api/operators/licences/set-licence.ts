import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { namedUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { beforeLicenceMoves } from '#shared/credits/grants/before-licence-moves.ts';
import { grantAtActivation } from '#shared/credits/grants/grant-at-activation.ts';
import { credits, monthlyCredits, partnerMonths } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { LicenceKey, LicenceStatusName, TierNumber } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exampleLicenceDetail, LicenceDetail, licenceDetailOf } from './licence-detail.ts';

const naming = {
  ...userNaming,
  user_id: userNaming.user_id.meta({ description: '`null` removes the holder.' }),
};

export const setLicence = defineEndpoint({
  id: 'setLicence',
  method: 'POST',
  path: '/api/v1/dev/licences',
  auth: 'operator',
  needs: { audit, credits, licences, monthlyCredits, partnerMonths, users },
  summary: 'Create or update a licence',
  description:
    'Sets a licence manually. The values apply until the partner reports a newer event of this licence. Omitted fields are unchanged: without `email` and `user_id` the holder, without `team_members` the team, without `tier` the tier.',
  body: z
    .object({
      license_key: LicenceKey,
      tier: TierNumber.nullish().meta({ description: 'Tier of the licence: 1, 2 or 3.' }),
      status: LicenceStatusName.default('active'),
      ...naming,
      team_members: z
        .array(z.union([z.int().min(1), Email]))
        .max(25)
        .nullish()
        .meta({ description: 'User ids or e-mail addresses of the whole team.' }),
      reason: GivenReason,
    })
    .meta({ id: 'SetLicenceRequest' }),
  check({ body }) {
    const { email = null, user_id = null } = (body ?? {}) as Record<string, unknown>;
    if (email === null || user_id === null) return [];
    return [{ type: 'value_error', loc: ['body', 'user_id'], msg: 'Either `email` or `user_id`' }];
  },
  responses: { 200: LicenceDetail },
  errors: [serviceErrors.not_found],
  example: {
    body: {
      license_key: exampleLicenceDetail.license_key,
      tier: 2,
      status: 'active',
      email: 'ada@northwind.example',
      team_members: ['grace@northwind.example'],
    },
    responses: { 200: exampleLicenceDetail },
  },

  async handle({ body, actor }, deps) {
    const { users, licences, audit } = deps;
    const { license_key, status, tier = null, email, user_id } = body;
    const idOf = async (who: { email?: string | null; user_id?: number | null }) => (await namedUser(who, users)).id;
    const userId = email || user_id ? await idOf({ email: email ?? null, user_id: user_id ?? null }) : user_id;
    const members =
      body.team_members &&
      (await Promise.all(body.team_members.map((named) => idOf(typeof named === 'number' ? { user_id: named } : { email: named }))));
    if (userId !== undefined) await beforeLicenceMoves(license_key, userId, deps);
    const word = { status, tier, userId, members: members ?? undefined };
    await licences.set(license_key, word, (whom) =>
      audit.parts({
        actor: actor.by,
        action: 'set_licence',
        userId: whom && ownAccountOf(whom),
        details: { license_key, status, tier, ...(members && { members }), ...reasonDetails(body.reason) },
      }),
    );
    const detail = await licenceDetailOf(license_key, licences);
    await grantAtActivation(detail.user_id, deps);
    return ok(detail);
  },
});
