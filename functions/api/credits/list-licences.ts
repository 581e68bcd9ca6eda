import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleLicence, OwnLicence, ownLicenceOf, TierNumber } from '#shared/licences/licence-record.ts';
import { bestTier } from '#shared/licences/rules/licences.ts';
import type { Deps } from './deps.ts';

export const listLicences = defineEndpoint<Deps>()({
  id: 'listLicences',
  method: 'GET',
  path: '/api/v1/licences',
  auth: 'user',
  cors: 'front_ends',
  summary: 'List your licences',
  description:
    'Returns the partner licences that you hold, oldest first, then those of the teams that you belong to.',
  responses: {
    200: z
      .object({
        licences: z.array(OwnLicence),
        tier: TierNumber.nullable().meta({ description: 'The highest tier of the active licences.' }),
      })
      .meta({ id: 'Licences' }),
  },
  example: { responses: { 200: { licences: [{ ...exampleLicence, role: 'holder' }], tier: 2 } } },

  async handle({ actor }, { licences }) {
    const { userId } = actor;
    const [{ licences: own }, shared] = await Promise.all([
      licences.ofUser(userId),
      licences.ofMember(userId),
    ]);
    const all = [...own, ...shared.filter((licence) => licence.userId !== userId)];
    return ok({ licences: all.map((licence) => ownLicenceOf(licence, userId)), tier: bestTier(all) });
  },
});
