import * as z from 'zod';
import { apiBaseUrl } from '#shared/aws/needs.ts';
import { competitorErrors } from '#shared/competitors/errors.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { pageNameOf } from '#shared/competitors/page-name-of.ts';
import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { adBudgetNeeds, readAdsWithin, refreshes } from './ad-budget.ts';
import { adsAnswerFields, ageOf, CompetitorAds, competitorAds, competitorAdsExample } from './ads-answer.ts';
import { adsQuery, howMany, readingCosts, refreshQuery } from './ads-query.ts';

export const readCompetitorAds = defineEndpoint({
  id: 'readCompetitorAds',
  method: 'GET',
  path: '/api/v1/competitors/social-ads/{competitor_name}',
  auth: 'view',
  needs: { ...adBudgetNeeds, apiBaseUrl, competitors },
  summary: 'List the ads of one competitor',
  description: `Returns the ads of one of your competitors. ${readingCosts}`,
  params: z.object({
    competitor_name: z.string().trim().min(1).max(300).meta({
      description: 'Name of the competitor (case-insensitive) or the domain of its website, percent-encoded.',
    }),
  }),
  query: z.object({ ...adsQuery, limit: howMany(50, 10), ...refreshQuery }),
  responses: {
    200: CompetitorAds.extend(adsAnswerFields).meta({ id: 'OneCompetitorAds' }),
  },
  errors: [competitorErrors.competitor_not_found, serviceErrors.too_many_requests],
  rateLimit: refreshes(30),
  example: {
    params: { competitor_name: 'Fjord Running' },
    query: { country: 'DE', limit: 10 },
    responses: {
      200: {
        ...competitorAdsExample,
        country: 'DE',
        active_status: 'all',
        fetched_at: '2026-11-21T12:00:00.000Z',
        cached: true,
      },
    },
  },

  async handle({ params, query, actor }, deps) {
    const { country, active_status: status, limit, force_refresh: refresh } = query;
    const competitor = competitorNamed(params.competitor_name, await deps.competitors.ofUser(actor.accountId));
    if (!competitor) throw fail(competitorErrors.competitor_not_found);
    const handle = pageNameOf(competitor);
    const request = { handles: handle ? [handle] : [], country, status, limit, refresh };
    const { reads, headers } = await readAdsWithin(request, actor, deps);
    const at = deps.now();
    const coverage = deps.adLibrary.coverageOf(country);
    const form = { at, limit, status, coverage, apiBaseUrl: deps.apiBaseUrl };
    const answer = competitorAds(competitor, reads.get(handle ?? ''), form);
    return ok({ ...answer, country, active_status: status, ...ageOf([...reads.values()], at) }, headers);
  },
});

const plain = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();

function competitorNamed(text: string, competitors: readonly Competitor[]): Competitor | undefined {
  const plainText = plain(text);
  return (
    competitors.find(({ name }) => plain(name) === plainText) ??
    competitors.find(({ domain }) => domain === plainText || domain === siteDomain(plainText))
  );
}
