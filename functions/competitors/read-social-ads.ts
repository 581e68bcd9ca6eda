import * as z from 'zod';
import { pageNameOf } from '#shared/ads/page-name-of.ts';
import type { CompetitorDeps } from '#shared/deps/competitors.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { readAdsWithin, refreshes } from './ad-budget.ts';
import { adsAnswerFields, ageOf, CompetitorAds, competitorAds, competitorAdsExample } from './ads-answer.ts';
import { adsQuery, howMany, readingCosts, refreshQuery } from './ads-query.ts';

export const readSocialAds = endpointWith<CompetitorDeps>()({
  id: 'readSocialAds',
  method: 'GET',
  path: '/api/v1/competitors/social-ads',
  auth: 'view',
  cors: 'front_ends',
  summary: 'The ads of all your competitors',
  description: `One entry for every competitor, in the order in which they were found; what fails for one is its own \`error\`. Ads are kept for a day. ${readingCosts} The first reading of a page may answer its newest ads only (\`has_more\`), the next one reads on.`,
  query: z.object({ ...adsQuery, ads_per_competitor: howMany(50, 50), ...refreshQuery }),
  responses: {
    200: z
      .object({ competitors: z.array(CompetitorAds), ...adsAnswerFields })
      .meta({ id: 'AllCompetitorAds' }),
  },
  errors: ['too_many_requests'],
  rateLimit: refreshes(30),
  example: {
    query: { country: 'DE', active_status: 'active', ads_per_competitor: 10 },
    responses: {
      200: {
        competitors: [competitorAdsExample],
        country: 'DE',
        active_status: 'active',
        fetched_at: '2026-11-21T12:00:00.000Z',
        cached: false,
      },
    },
  },

  async handle({ query, actor }, deps) {
    const { country, active_status: status, ads_per_competitor: limit, force_refresh: refresh } = query;
    const competitors = await deps.competitors.ofUser(actor.userId);
    const handles = competitors.flatMap((competitor) => pageNameOf(competitor) ?? []);
    const asked = { handles, country, status, limit, refresh };
    const { reads, headers } = await readAdsWithin(asked, actor, deps);
    const at = deps.now();
    const coverage = deps.adLibrary.coverageOf(country);
    const wanted = { at, limit, status, coverage, apiBaseUrl: deps.apiBaseUrl };
    const answers = competitors.map((competitor) =>
      competitorAds(competitor, reads.get(pageNameOf(competitor) ?? ''), wanted),
    );
    return ok(
      { competitors: answers, country, active_status: status, ...ageOf([...reads.values()], at) },
      headers,
    );
  },
});
