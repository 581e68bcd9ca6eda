import * as z from 'zod';
import type { AdsAsked } from '#shared/ads/read-ads.ts';
import { adsPageAddress } from '#shared/ads/rules/ad-runs.ts';
import { type OwnPage, pageFindings } from '#shared/ads/store/ad-pages.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { apiBaseUrl } from '#shared/aws/needs.ts';
import type { Actors } from '#shared/http/actors.ts';
import { fail } from '#shared/values/errors.ts';
import { adBudgetNeeds, readAdsWithin } from './ad-budget.ts';
import { adsAnswerFields, ageOf, competitorAdsExample, pageAds, pageAdsFields } from './ads-answer.ts';

export const ownAdsAnswerNeeds = { ...adBudgetNeeds, apiBaseUrl };
type Deps = DepsOf<typeof ownAdsAnswerNeeds>;

export const OwnAds = z
  .object({
    ...pageAdsFields,
    page_id: z.string().meta({ description: "Id of the advertiser's page in the ad library." }),
    page_name: z.string().meta({ description: "Name of the advertiser's page in the ad library." }),
    page_url: z.url().meta({ description: 'The page in the ad library.' }),
    found_by: z.enum(pageFindings).meta({
      description:
        'The company website links to the page (`website`), the page has the company’s name and website (`name`), or its address was given (`page_url`).',
    }),
    ...adsAnswerFields,
  })
  .meta({ id: 'OwnAds' });

export async function ownAdsOf(
  { page, handle, foundBy }: OwnPage,
  asked: Omit<AdsAsked, 'handles'>,
  actor: Actors['view'],
  deps: Deps,
): Promise<{ answer: z.input<typeof OwnAds>; headers: Record<string, string> }> {
  const { country, status, limit } = asked;
  const { reads, headers } = await readAdsWithin({ ...asked, handles: [handle] }, actor, deps);
  const cachedAds = reads.get(handle);
  if (!cachedAds?.read) {
    const waitSeconds = cachedAds?.failure?.retryAfterSeconds ?? usualWaitSeconds;
    throw fail('vendor_unavailable', { headers: { ...headers, 'retry-after': String(waitSeconds) } });
  }
  const at = deps.now();
  const answer = {
    ...pageAds(cachedAds, { at, limit, status, apiBaseUrl: deps.apiBaseUrl }),
    coverage: deps.adLibrary.coverageOf(country),
    page_id: page.id,
    page_name: cachedAds.read.page?.name ?? page.name,
    page_url: adsPageAddress(page.id),
    found_by: foundBy,
    country,
    active_status: status,
    ...ageOf([cachedAds], at),
  };
  return { answer, headers };
}

const usualWaitSeconds = 30;

const { name: _, website: __, ...fields } = competitorAdsExample;
export const ownAdsExample: z.input<typeof OwnAds> = {
  ...fields,
  page_id: '104000000101303',
  page_name: 'Fjord Running',
  page_url: 'https://www.facebook.com/ads/library/?view_all_page_id=104000000101303',
  found_by: 'website',
  country: 'ALL',
  active_status: 'all',
  fetched_at: '2026-11-21T12:00:00.000Z',
  cached: false,
};
