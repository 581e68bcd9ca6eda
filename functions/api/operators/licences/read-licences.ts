import * as z from 'zod';
import { namedUser } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { LicenceKey } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { exampleLicenceDetail, LicenceDetail, licenceDetailOf } from './licence-detail.ts';

export const readLicences = defineEndpoint({
  id: 'readLicences',
  method: 'GET',
  path: '/api/v1/dev/licences',
  auth: 'operator',
  needs: { audit, licences, users },
  summary: 'Retrieve licences',
  description: 'Returns a licence by its key, or all licences of a user, with their teams and events. Every access is recorded.',
  query: z.object({
    license_key: LicenceKey.optional().meta({ description: 'Return only this licence.' }),
    user_id: z.coerce.number().int().min(1).optional().meta({ description: 'Alternative to `license_key`.' }),
  }),
  check({ query }) {
    const { license_key, user_id } = query as Record<string, unknown>;
    if ((license_key === undefined) !== (user_id === undefined)) return [];
    return [{ type: 'value_error', loc: ['query', 'license_key'], msg: 'Either `license_key` or `user_id`' }];
  },
  responses: {
    200: z.object({ licences: z.array(LicenceDetail).meta({ description: 'The licences.' }) }).meta({ id: 'LicenceDetails' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    query: { license_key: exampleLicenceDetail.license_key },
    responses: { 200: { licences: [exampleLicenceDetail] } },
  },

  async handle({ query: { license_key, user_id }, actor: { by } }, { users, licences, audit }) {
    const keys = license_key
      ? [license_key]
      : (await licences.ofUser((await namedUser({ user_id }, users)).id)).licences.map(({ licenceKey }) => licenceKey);
    const details = await Promise.all(keys.map((key) => licenceDetailOf(key, licences)));
    const userId = user_id ?? details[0]?.user_id ?? null;
    await audit.record({ actor: by, action: 'read_licences', userId, details: { license_key } });
    return ok({ licences: details });
  },
});
