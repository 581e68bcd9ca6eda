import * as z from 'zod';
import type { AdsRead } from '#shared/ads/read-ads.ts';
import { noAnswer } from '#shared/ads/read-from-library.ts';
import { statusAt } from '#shared/ads/rules/ad-runs.ts';
import { type AdStatus, adStatuses } from '#shared/ads/rules/ads.ts';
import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { AdRecord, adExample, adRecord } from './ad-record.ts';

const coverages = ['full', 'partial', 'none'] as const;

export const pageAdsFields = {
  page_id: z.string().nullable().meta({ description: "Id of the advertiser's page in the ad library." }),
  page_name: z.string().nullable().meta({ description: "Name of the advertiser's page in the ad library." }),
  ads: z.array(AdRecord).meta({ description: 'Newest first.' }),
  total: z.int().min(0).meta({
    description: 'Number of ads in the library, as far as they were fetched (at most 100 per page).',
  }),
  has_more: z.boolean().meta({ description: 'Whether the library has more ads than `ads` lists.' }),
  coverage: z.enum(coverages).meta({
    description:
      'Whether the library shows the ads of this country: all (`full`), some kinds (`partial`) or none. Unless it is `full`, an empty list does not mean that there are no ads.',
  }),
  error: z.string().nullable().meta({
    description: 'Why the ads could not be fetched or refreshed. `ads` then has earlier ads, or none.',
  }),
};

export const adsAnswerFields = {
  country: z.string().meta({ description: 'Country code the ads were filtered by, or `ALL`.' }),
  active_status: z.enum(adStatuses).meta({ description: 'Status the ads were filtered by: `active`, `inactive` or `all`.' }),
  fetched_at: z.iso.datetime().meta({ description: 'When the oldest of these ads were fetched from the library.' }),
  cached: z.boolean().meta({ description: 'Whether all of them came from the cache.' }),
};

export const CompetitorAds = z
  .object({
    name: z.string().meta({ description: 'Name of the competitor.' }),
    website: z.url().meta({ description: 'Website of the company.' }),
    ...pageAdsFields,
    fetched_at: z.iso.datetime().nullable().meta({ description: '`null` if nothing was fetched.' }),
  })
  .meta({ id: 'CompetitorAds' });

const noLink = 'No page of the ad library was found: the website links to none.';
const noPage = 'The page that the website links to is not in the ad library.';
const beingRead = 'These ads are being read. Ask again in a few seconds.';

export type PageAdsWanted = { at: number; limit: number; status: AdStatus; apiBaseUrl: string };

export function pageAds({ read: lastRead, failure, media, isStale, claimedAt }: AdsRead, { at, limit, status, apiBaseUrl }: PageAdsWanted) {
  const mediaAddress = (url: string) => {
    const file = media.fileOf(url);
    return file === null ? url : `${apiBaseUrl}/media/${file}`;
  };
  const ads = (lastRead?.ads ?? []).filter((ad) => status === 'all' || statusAt(ad, at) === status);
  const failed = failure?.sentence ?? (claimedAt !== null ? beingRead : noAnswer);
  return {
    page_id: lastRead?.page?.id ?? null,
    page_name: lastRead?.page?.name ?? null,
    ads: ads.slice(0, limit).map((ad) => adRecord(ad, at, mediaAddress)),
    total: ads.length,
    has_more: ads.length > limit || lastRead?.isComplete === false,
    error: isStale ? failed : lastRead?.page === null ? noPage : null,
  };
}

type Wanted = PageAdsWanted & { coverage: (typeof coverages)[number] };

export const competitorAds = (
  { name, website }: Competitor,
  lastRead: AdsRead | undefined,
  { coverage, ...wanted }: Wanted,
): z.input<typeof CompetitorAds> => ({
  name,
  website,
  ...(lastRead ? pageAds(lastRead, wanted) : { page_id: null, page_name: null, ads: [], total: 0, has_more: false, error: noLink }),
  coverage,
  fetched_at: lastRead?.read ? new Date(lastRead.read.fetchedAt).toISOString() : null,
});

export function ageOf(reads: readonly AdsRead[], at: number) {
  const times = reads.flatMap(({ read }) => (read ? [read.fetchedAt] : []));
  return {
    fetched_at: new Date(Math.min(at, ...times)).toISOString(),
    cached: reads.length > 0 && reads.every(({ isCached }) => isCached),
  };
}

export const competitorAdsExample: z.input<typeof CompetitorAds> = {
  name: 'Fjord Running',
  website: 'https://fjordrunning.example/',
  page_id: adExample.page_id,
  page_name: adExample.page_name,
  ads: [adExample],
  total: 1,
  has_more: false,
  coverage: 'full',
  error: null,
  fetched_at: '2026-11-21T12:00:00.000Z',
};
