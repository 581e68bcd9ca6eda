import * as z from 'zod';
import { assertNotWaitlisted } from '#shared/accounts/assert-not-waitlisted.ts';
import { findOwnPage } from '#shared/ads/find-own-page.ts';
import { keepOwnPage } from '#shared/ads/keep-own-page.ts';
import type { CompetitorDeps } from '#shared/deps/competitors.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';
import { refusingAddress } from '#shared/http/refusing-address.ts';
import { SiteUnreachable } from '#shared/ports/web.ts';
import { pageLookUps, spend } from './ad-budget.ts';
import { adsQuery, howMany } from './ads-query.ts';
import { OwnAds, ownAdsExample, ownAdsOf } from './own-ads-answer.ts';

/** Less than API Gateway waits. */
const mostMs = 25_000;

export const discoverOwnPage = endpointWith<CompetitorDeps>()({
  id: 'discoverOwnPage',
  method: 'POST',
  path: '/api/v1/competitors/my-ads/auto-discover',
  auth: 'view',
  cors: 'front_ends',
  summary: 'Find your page in the ad library',
  description:
    'Finds your page in the ad library by your company website, and returns its ads. The page that the website of your profile links to, else one that has the company’s name and names the website. It stays set, in place of any other. A website that must not be read is `422` with a problem of type `address_refused`, one that does not answer with `website_unreachable`.',
  query: z.object({ ...adsQuery, limit: howMany(100, 50) }),
  responses: { 200: OwnAds },
  errors: [
    'on_waitlist',
    'company_website_missing',
    'ads_page_not_found',
    'too_many_requests',
    'vendor_unavailable',
  ],
  rateLimit: pageLookUps,
  example: { query: { limit: 50 }, responses: { 200: ownAdsExample } },

  async handle({ query, actor }, deps) {
    assertNotWaitlisted(actor);
    const { country, active_status: status, limit } = query;
    const { companyWebsite: website, company } = actor.user;
    if (website === null) throw fail('company_website_missing');
    const startedAt = deps.now();
    const headers = await spend(pageLookUps, actor, deps);
    const found = await refusingAddress(
      ['body', 'company_website'],
      findOwnPage({ website, company }, deps).catch((error) => {
        throw error instanceof SiteUnreachable ? unreachable(error, headers) : error;
      }),
    );
    if (!found) throw fail('ads_page_not_found', { headers });
    const own = await keepOwnPage(actor.userId, found, deps);
    const adsTimeoutMs = Math.min(deps.adsTimeoutMs, startedAt + mostMs - deps.now());
    const asked = { country, status, limit, refresh: false };
    const { answer } = await ownAdsOf(own, asked, actor, { ...deps, adsTimeoutMs });
    return ok(answer, headers);
  },
});

const unreachable = (cause: SiteUnreachable, headers: Record<string, string>) =>
  fail('validation_failed', {
    ...{ cause, headers },
    problems: [
      {
        type: 'website_unreachable',
        loc: ['body', 'company_website'],
        msg: 'The website of your profile could not be read. Check its address',
      },
    ],
  });
