import * as z from 'zod';
import { CompetitorRecord, competitorExample, competitorRecord } from '#shared/competitors/competitor-record.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const listCompanyCompetitors = defineEndpoint({
  id: 'listCompanyCompetitors',
  method: 'GET',
  path: '/api/v1/dashboard/company-competitors',
  auth: 'view',
  needs: { competitors },
  summary: 'List your competitors',
  description:
    'Returns the competitors that were discovered on request (`direct_web_search`) or automatically after the sign-up (`lite_signup`). A discovery replaces the earlier one from the same source.',
  responses: {
    200: z
      .object({
        competitors: z.array(CompetitorRecord).meta({ description: 'The competitors.' }),
        total: z.int().min(0).meta({ description: 'Number of competitors.' }),
      })
      .meta({ id: 'CompanyCompetitors' }),
  },
  example: { responses: { 200: { competitors: [competitorExample], total: 1 } } },

  async handle({ actor }, { competitors }) {
    const stored = await competitors.ofUser(actor.accountId);
    return ok({ competitors: stored.map(competitorRecord), total: stored.length });
  },
});
