import * as z from 'zod';
import { statusAt } from '#shared/ads/rules/ad-runs.ts';
import { type Ad, type AdStatus, adPermalink } from '#shared/ads/rules/ads.ts';
import { adTime, webUrl } from './ad-parts.ts';

const texts = z.array(z.string()).catch([]).default([]);
const Location = z.object({
  name: z.string().catch(''),
  type: z.string().catch(''),
  excluded: z.boolean().catch(false),
});

export const ArchivedAd = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  page_id: z.string(),
  page_name: z.string().catch(''),
  ad_creation_time: z.string().optional().catch(undefined),
  ad_creative_bodies: texts,
  ad_creative_link_titles: texts,
  ad_creative_link_captions: texts,
  ad_creative_link_descriptions: texts,
  ad_delivery_start_time: z.string().optional().catch(undefined),
  ad_delivery_stop_time: z.string().optional().catch(undefined),
  languages: texts,
  publisher_platforms: texts,
  target_locations: z.array(Location).catch([]).default([]),
});
export type ArchivedAd = z.output<typeof ArchivedAd>;

/** The fields omit the snapshot's address, because it would contain the token. */
export const archivedAdFields = Object.keys(ArchivedAd.shape).join(',');

export function adOfArchive(ad: ArchivedAd, asked: { country: string; status: AdStatus; now: number }): Ad {
  const endedAt = adTime(ad.ad_delivery_stop_time);
  const derived = statusAt({ status: 'active', endedAt }, asked.now);
  const locationNames = ad.target_locations.flatMap(({ name, type, excluded }) =>
    /countr/i.test(type) && !excluded ? (codeOf(name) ?? []) : [],
  );
  return {
    id: ad.id,
    pageId: ad.page_id,
    pageName: ad.page_name,
    status: asked.status === 'all' ? derived : asked.status,
    body: firstOf(ad.ad_creative_bodies),
    title: firstOf(ad.ad_creative_link_titles),
    description: firstOf(ad.ad_creative_link_descriptions),
    linkUrl: ad.ad_creative_link_captions.map(linkOf).find((url) => url !== null) ?? null,
    callToAction: null,
    snapshotUrl: adPermalink(ad.id),
    imageUrls: [],
    videoUrls: [],
    platforms: ad.publisher_platforms.map((platform) => platform.toLowerCase()),
    countries: [...new Set([...(asked.country === 'ALL' ? [] : [asked.country]), ...locationNames])],
    languages: ad.languages,
    startedAt: adTime(ad.ad_delivery_start_time) ?? adTime(ad.ad_creation_time),
    endedAt,
  };
}

const firstOf = (variants: readonly string[]) => variants.find((text) => text.trim() !== '' && !text.includes('{{')) ?? null;

const linkOf = (caption: string) => (/^[\w.-]+\.[a-z]{2,}(?:\/\S*)?$/i.test(caption) ? webUrl(`https://${caption}`) : webUrl(caption));

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
let codes: Map<string, string> | undefined;

function codeOf(country: string): string | undefined {
  codes ??= codesByName();
  return codes.get(country.toLowerCase());
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return new Map(
    pairs.filter((code) => new Intl.Locale(`und-${code}`).region === code).map((code) => [names.of(code)?.toLowerCase() ?? code, code]),
  );
}
