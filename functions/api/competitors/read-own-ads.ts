import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { adErrors } from '#shared/ads/errors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
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
  errors: [accountErrors.on_waitlist, adErrors.ads_page_not_set, serviceErrors.too_many_requests, serviceErrors.vendor_unavailable],
  rateLimit: refreshes(30),
  example: { query: { limit: 50 }, responses: { 200: ownAdsExample } },

  async handle({ query, actor }, deps) {
    assertNotWaitlisted(actor);
    const { country, active_status: status, limit, force_refresh: refresh } = query;
    const ownPage = await deps.adPages.ownOf(actor.accountId);
    if (!ownPage) throw fail(adErrors.ads_page_not_set);
    const { answer, headers } = await ownAdsOf(ownPage, { country, status, limit, refresh }, actor, deps);
    return ok(answer, headers);
  },
});
