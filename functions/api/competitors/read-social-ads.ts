import * as z from 'zod';
import { apiBaseUrl } from '#shared/aws/needs.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { pageNameOf } from '#shared/competitors/page-name-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { adBudgetNeeds, readAdsWithin, refreshes } from './ad-budget.ts';
import { adsAnswerFields, ageOf, CompetitorAds, competitorAds, competitorAdsExample } from './ads-answer.ts';
import { adsQuery, howMany, readingCosts, refreshQuery } from './ads-query.ts';

/** Lambda limits a response to 6 MB, measured as text within JSON. */
const maxBytes = 5_900_000;

function sendable<T>(answersOf: (limit: number) => T[], limit: number): T[] {
  const answers = answersOf(limit);
  const text = JSON.stringify(answers);
  // An escaped character has at most three bytes, so only responses near the limit need an exact count.
  const isTooLarge = text.length * 3 > maxBytes && Buffer.byteLength(JSON.stringify(text)) > maxBytes;
  return isTooLarge && limit > 1 ? sendable(answersOf, Math.floor(limit * 0.8)) : answers;
}

export const readSocialAds = defineEndpoint({
  id: 'readSocialAds',
  method: 'GET',
  path: '/api/v1/competitors/social-ads',
  auth: 'view',
  needs: { ...adBudgetNeeds, apiBaseUrl, competitors },
  summary: 'List the ads of all your competitors',
  description: `Returns the ads of all your competitors. One entry per competitor, best first; a failure of one competitor is in its own \`error\`. Ads are cached for a day. ${readingCosts} The first request for a page can return its newest ads only (\`has_more\`); the next request returns more. If the ads exceed the size of a response (6 MB), each competitor has fewer ads, with \`has_more\`.`,
  query: z.object({
    ...adsQuery,
    ads_per_competitor: howMany(50, 50).meta({ description: 'Maximum number of ads per competitor.' }),
    ...refreshQuery,
  }),
  responses: {
    200: z
      .object({
        competitors: z.array(CompetitorAds).meta({ description: 'The competitors.' }),
        ...adsAnswerFields,
      })
      .meta({ id: 'AllCompetitorAds' }),
  },
  errors: [serviceErrors.too_many_requests],
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
    const competitors = await deps.competitors.ofUser(actor.accountId);
    const handles = competitors.flatMap((competitor) => pageNameOf(competitor) ?? []);
    const adsQuery = { handles, country, status, limit, refresh };
    const { reads, headers } = await readAdsWithin(adsQuery, actor, deps);
    const at = deps.now();
    const coverage = deps.adLibrary.coverageOf(country);
    const answerOptions = { at, status, coverage, apiBaseUrl: deps.apiBaseUrl };
    const answersOf = (limit: number) =>
      competitors.map((competitor) => competitorAds(competitor, reads.get(pageNameOf(competitor) ?? ''), { ...answerOptions, limit }));
    return ok(
      {
        competitors: sendable(answersOf, limit),
        country,
        active_status: status,
        ...ageOf([...reads.values()], at),
      },
      headers,
    );
  },
});
