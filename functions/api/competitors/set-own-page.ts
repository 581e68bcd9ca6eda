import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { adErrors } from '#shared/ads/errors.ts';
import { saveOwnPage } from '#shared/ads/save-own-page.ts';
import { withTimeout } from '#shared/ads/with-timeout.ts';
import { pageLookUpsLimit } from '#shared/competitors/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { adPageHandle } from '#shared/values/ad-page-url.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { adBudgetNeeds, spend } from './ad-budget.ts';
import { adsQuery, howMany } from './ads-query.ts';
import { OwnAds, ownAdsAnswerNeeds, ownAdsExample, ownAdsOf } from './own-ads-answer.ts';

const lookUpMs = 6000;

const PageUrl = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const handle = adPageHandle(text);
    if (handle !== null) return handle.toLowerCase();
    context.addIssue({
      code: 'custom',
      message: 'No address of the ad library, nor of a page that advertises',
    });
    return z.NEVER;
  })
  .meta({
    description:
      'The address of your page in the ad library (`…/ads/library/?view_all_page_id=1`), or of the page itself, or only its number.',
  });

export const setOwnPage = defineEndpoint({
  id: 'setOwnPage',
  method: 'POST',
  path: '/api/v1/competitors/my-ads/setup',
  auth: 'view',
  needs: { ...ownAdsAnswerNeeds, ...adBudgetNeeds },
  summary: 'Set your page in the ad library',
  description:
    'Sets your page in the ad library, and returns its ads. It replaces a page that was set before, and stays set even if its ads cannot be fetched now (`503`).',
  query: z.object({ ...adsQuery, limit: howMany(100, 50) }),
  body: z.object({ page_url: PageUrl }).meta({ id: 'SetOwnPageRequest' }),
  responses: { 200: OwnAds },
  errors: [accountErrors.on_waitlist, adErrors.ads_page_not_found, serviceErrors.too_many_requests, serviceErrors.vendor_unavailable],
  rateLimit: pageLookUpsLimit,
  example: {
    query: { limit: 50 },
    body: { page_url: 'https://www.facebook.com/ads/library/?view_all_page_id=104000000101303' },
    responses: { 200: { ...ownAdsExample, found_by: 'page_url' } },
  },

  async handle({ query, body: { page_url: handle }, actor }, deps) {
    assertNotWaitlisted(actor);
    const { country, active_status: status, limit } = query;
    const knownPage = (await deps.adPages.known([handle])).get(handle)?.page;
    const headers = knownPage ? {} : await spend(pageLookUpsLimit, actor, deps);
    const page = knownPage ?? (await withTimeout(deps.adLibrary.pageOf(handle), lookUpMs));
    if (!page) throw fail(adErrors.ads_page_not_found, { headers });
    const ownPage = await saveOwnPage(actor.accountId, { page, foundBy: 'page_url' }, deps);
    const { answer } = await ownAdsOf(ownPage, { country, status, limit, refresh: false }, actor, deps);
    return ok(answer, headers);
  },
});
