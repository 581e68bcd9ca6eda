import * as z from 'zod';
import { daysRunning, statusAt } from '#shared/ads/rules/ad-runs.ts';
import type { SeenAd } from '#shared/ads/store/ads-item.ts';

export const AdRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the ad in the ad library.' }),
    page_id: z.string().meta({ description: "Id of the advertiser's page in the ad library." }),
    page_name: z.string().meta({ description: "Name of the advertiser's page in the ad library." }),
    status: z.enum(['active', 'inactive']).meta({ description: 'Whether the ad is running.' }),
    body: z.string().nullable().meta({ description: 'Main text of the ad.' }),
    title: z.string().nullable().meta({ description: 'Title of the ad.' }),
    description: z.string().nullable().meta({ description: 'Description below the title of the ad.' }),
    link_url: z.string().nullable().meta({ description: 'Where the ad leads.' }),
    call_to_action: z.string().nullable().meta({ description: 'Label of the button on the ad.' }),
    snapshot_url: z.string().meta({ description: 'The public page of the ad in the library.' }),
    image_urls: z.array(z.string()).meta({
      description: 'Permanent copies. Until a copy is made, a moment after the first read, the image of the library.',
    }),
    video_urls: z.array(z.string()).meta({ description: 'Like `image_urls`.' }),
    platforms: z.array(z.string()).meta({ description: 'Platforms on which the ad was shown.' }),
    countries: z.array(z.string()).meta({ description: 'Countries in which the ad was shown, as ISO 3166 codes.' }),
    languages: z.array(z.string()).meta({ description: 'Languages of the ad.' }),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable().meta({ description: 'When the ad stopped running, or `null`.' }),
    days_running: z.int().min(0).nullable().meta({
      description: 'Whole days from `started_at` to `ended_at`, or to now while it runs; `null` when unknown.',
    }),
    first_seen_at: z.iso.datetime().meta({ description: 'When we first saw the ad, in any country.' }),
    last_seen_at: z.iso.datetime().meta({ description: 'When we last saw the ad in the library.' }),
  })
  .meta({ id: 'Ad' });

/** `at` is in epoch milliseconds. */
export const adRecord = (ad: SeenAd, at: number, mediaAddress: (url: string) => string): z.input<typeof AdRecord> => ({
  id: ad.id,
  page_id: ad.pageId,
  page_name: ad.pageName,
  status: statusAt(ad, at),
  body: ad.body,
  title: ad.title,
  description: ad.description,
  link_url: ad.linkUrl,
  call_to_action: ad.callToAction,
  snapshot_url: ad.snapshotUrl,
  image_urls: ad.imageUrls.map(mediaAddress),
  video_urls: ad.videoUrls.map(mediaAddress),
  platforms: [...ad.platforms],
  countries: [...ad.countries],
  languages: [...ad.languages],
  started_at: ad.startedAt,
  ended_at: ad.endedAt,
  days_running: daysRunning(ad, at),
  first_seen_at: ad.firstSeenAt,
  last_seen_at: ad.lastSeenAt,
});

export const adExample: z.input<typeof AdRecord> = {
  id: '1204000000000031',
  page_id: '104000000001003',
  page_name: 'Fjord Running',
  status: 'active',
  body: 'Wet trails, dry feet. The new Skarv grips where others slide.',
  title: 'The Skarv is here',
  description: 'Free returns for 60 days',
  link_url: 'https://fjordrunning.example/skarv',
  call_to_action: 'Shop now',
  snapshot_url: 'https://www.facebook.com/ads/library/?id=1204000000000031',
  image_urls: ['https://api.operator.example/media/5f2b8c1d.png'],
  video_urls: [],
  platforms: ['facebook', 'instagram'],
  countries: ['DE', 'NO'],
  languages: ['en'],
  started_at: '2026-10-28T00:00:00.000Z',
  ended_at: null,
  days_running: 24,
  first_seen_at: '2026-10-29T06:12:00.000Z',
  last_seen_at: '2026-11-21T12:00:00.000Z',
};
