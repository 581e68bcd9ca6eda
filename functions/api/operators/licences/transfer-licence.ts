import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { beforeLicenceMoves } from '#shared/credits/grants/before-licence-moves.ts';
import { grantAtActivation } from '#shared/credits/grants/grant-at-activation.ts';
import { credits, monthlyCredits, partnerMonths } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { licenceErrors } from '#shared/licences/errors.ts';
import { LicenceKey } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { operatorErrors } from '#shared/operators/errors.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exampleLicenceDetail, LicenceDetail, licenceDetailOf } from './licence-detail.ts';

const refusals = {
  unknown: serviceErrors.not_found,
  not_active: licenceErrors.licence_not_active,
  inactive_user: operatorErrors.user_inactive,
};

export const transferLicence = defineEndpoint({
  id: 'transferLicence',
  method: 'POST',
  path: '/api/v1/dev/transfer-licence',
  auth: 'operator',
  needs: { audit, credits, licences, monthlyCredits, partnerMonths, users },
  summary: 'Transfer a licence',
  description:
    "Moves a licence, with its chain of upgrades and its team, to another active user; also from an account that was invalidated. The former holder keeps no access and no credits are taken back; open invitations end. If the month's credits of the licence were paid to the former holder, the new holder gets none until the next month. Repeatable.",
  body: z.object({ license_key: LicenceKey, ...userNaming, reason: GivenReason }).meta({ id: 'TransferLicenceRequest' }),
  check: namesOneUser,
  responses: { 200: LicenceDetail },
  errors: [serviceErrors.not_found, licenceErrors.licence_not_active, operatorErrors.user_inactive],
  example: {
    body: {
      license_key: exampleLicenceDetail.license_key,
      email: 'ada@northwind.example',
      reason: 'The account was replaced by a new one',
    },
    responses: { 200: exampleLicenceDetail },
  },

  async handle({ body, actor }, deps) {
    const { users, licences, audit } = deps;
    const { license_key } = body;
    const { id } = await namedUser(body, users);
    await beforeLicenceMoves(license_key, ownAccountOf(id), deps);
    const outcome = await licences.transfer({ licenceKey: license_key, userId: id }, (from) =>
      [id, ...(from === null ? [] : [from])].flatMap((userId) =>
        audit.parts({
          actor: actor.by,
          action: 'transfer_licence',
          userId,
          details: { license_key, from_user_id: from, to_user_id: id, ...reasonDetails(body.reason) },
        }),
      ),
    );
    if (outcome !== 'transferred' && outcome !== 'unchanged') throw fail(refusals[outcome]);
    await grantAtActivation(ownAccountOf(id), deps);
    return ok(await licenceDetailOf(license_key, licences));
  },
});
