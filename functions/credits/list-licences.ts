import * as z from 'zod';
import type { CreditDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import {
  exampleLicence,
  LicenceRecord,
  licenceRecordOf,
  TierNumber,
} from '#shared/licences/licence-record.ts';

export const listLicences = endpointWith<CreditDeps>()({
  id: 'listLicences',
  method: 'GET',
  path: '/api/v1/licences',
  auth: 'user',
  cors: 'front_ends',
  summary: 'List your licences',
  description: 'Returns the partner licences that you hold or use, oldest first.',
  responses: {
    200: z
      .object({
        licences: z.array(LicenceRecord),
        tier: TierNumber.nullable().meta({ description: 'The best of the active ones.' }),
      })
      .meta({ id: 'Licences' }),
  },
  example: { responses: { 200: { licences: [exampleLicence], tier: 2 } } },

  async handle({ actor }, { licences }) {
    const { licences: own, tier } = await licences.ofUser(actor.userId);
    return ok({ licences: own.map(licenceRecordOf), tier });
  },
});
