import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { grantAtActivation } from '#shared/credits/grants/grant-at-activation.ts';
import { credits, monthlyCredits, partnerMonths } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { licenceErrors } from '#shared/licences/errors.ts';
import { exampleLicence, LicenceKey, LicenceRecord, licenceRecordOf } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const refusals = {
  unknown: serviceErrors.not_found,
  taken: licenceErrors.licence_taken,
  deactivated: licenceErrors.licence_not_active,
};

export const activateLicence = defineEndpoint({
  id: 'activateLicence',
  method: 'POST',
  path: '/api/v1/licences/activate',
  auth: 'user',
  needs: { activityLog, credits, licences, monthlyCredits, partnerMonths, users },
  summary: 'Activate a licence',
  description:
    "Links a partner licence to your account by its key. Repeatable. The first account to activate the key owns it, with all keys of the same chain of upgrades; other accounts get `409`. A refunded licence is `409` too. The month's credits come at once, unless the month has paid them already; an upgrade adds the difference.",
  body: z.object({ license_key: LicenceKey }).meta({ id: 'ActivateLicenceRequest' }),
  responses: { 200: LicenceRecord },
  errors: [serviceErrors.not_found, licenceErrors.licence_taken, licenceErrors.licence_not_active],
  example: {
    body: { license_key: exampleLicence.license_key },
    responses: { 200: exampleLicence },
  },

  async handle({ body: { license_key }, actor }, deps) {
    const { licences } = deps;
    const details = { licence_ends_with: license_key.slice(-4) };
    const note = deps.activityLog.part(await activity('licence_activated', actor.accountId, details));
    const outcome = await licences.claim(license_key, actor.userId, [note]);
    if (outcome !== 'linked') throw fail(refusals[outcome]);
    await grantAtActivation(actor.accountId, deps);
    const licence = await licences.byKey(license_key);
    if (!licence) throw new Error('A linked licence is gone.');
    return ok(licenceRecordOf(licence));
  },
});
