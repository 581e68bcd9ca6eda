import * as z from 'zod';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { refreshes } from './ad-budget.ts';
import { adsQuery, howMany, readingCosts, refreshQuery } from './ads-query.ts';
import { OwnAds, ownAdsAnswerNeeds, ownAdsExample, ownAdsOf } from './own-ads-answer.ts';

export const readOwnAds = defineEndpoint({
  id: 'readOwnAds',
  method: 'GET',
  path: '/api/v1/competitors/my-ads',
  auth: 'view',
  needs: ownAdsAnswerNeeds,
  summary: 'List your own ads',
  description: `Returns your own ads. They come from the page set with \`my-ads/auto-discover\` or \`my-ads/setup\`. ${readingCosts}`,
  query: z.object({ ...adsQuery, limit: howMany(100, 50), ...refreshQuery }),
  responses: { 200: OwnAds },
  errors: ['on_waitlist', 'ads_page_not_set', 'too_many_requests', 'vendor_unavailable'],
  rateLimit: refreshes(30),
  example: { query: { limit: 50 }, responses: { 200: ownAdsExample } },

  async handle({ query, actor }, deps) {
    assertNotWaitlisted(actor);
    const { country, active_status: status, limit, force_refresh: refresh } = query;
    const ownPage = await deps.adPages.ownOf(actor.accountId);
    if (!ownPage) throw fail('ads_page_not_set');
    const { answer, headers } = await ownAdsOf(ownPage, { country, status, limit, refresh }, actor, deps);
    return ok(answer, headers);
  },
});
