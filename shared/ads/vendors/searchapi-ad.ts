import * as z from 'zod';
import { type Ad, type AdStatus, adPermalink } from '#shared/ads/rules/ads.ts';
import { adTime, webUrl } from './ad-parts.ts';

export const vendorId = z.union([z.string(), z.number()]).transform(String);
const text = z.string().nullish().catch(null);
const time = z.union([z.string(), z.number()]).nullish().catch(null);
const Media = z.object({
  original_image_url: text,
  resized_image_url: text,
  video_hd_url: text,
  video_sd_url: text,
  video_preview_image_url: text,
});
type Media = z.output<typeof Media>;
const media = z.array(Media).catch([]).default([]);
const Card = Media.extend({
  body: text,
  title: text,
  link_description: text,
  link_url: text,
  cta_text: text,
});
const Snapshot = z.object({
  page_name: text,
  body: z
    .union([z.object({ text }), z.string().transform((text) => ({ text }))])
    .nullish()
    .catch(null),
  title: text,
  link_description: text,
  link_url: text,
  cta_text: text,
  images: media,
  videos: media,
  cards: z.array(Card).catch([]).default([]),
});
const list = z.array(z.string()).nullish().catch(null);

export const GapAd = z.object({
  ad_archive_id: vendorId.refine((id) => /^\w{1,64}$/.test(id)),
  page_id: vendorId,
  page_name: text,
  is_active: z.boolean().nullish().catch(null),
  start_date: time,
  end_date: time,
  publisher_platform: list,
  targeted_or_reached_countries: list,
  snapshot: Snapshot,
});

export function adOfGap(row: z.output<typeof GapAd>, asked: { country: string; status: AdStatus }): Ad {
  const { snapshot, page_name } = row;
  const { cards, images, videos } = snapshot;
  const pictures = [...images, ...cards, ...videos];
  const isActive = asked.status === 'all' ? (row.is_active ?? true) : asked.status === 'active';
  const first = (of: (part: Words) => string | null | undefined) => wordsOf([snapshot, ...cards].map(of));
  return {
    id: row.ad_archive_id,
    pageId: row.page_id,
    pageName: page_name ?? snapshot.page_name ?? '',
    status: isActive ? 'active' : 'inactive',
    body: wordsOf([snapshot.body?.text, ...cards.map(({ body }) => body)]),
    title: first(({ title }) => title),
    description: first(({ link_description }) => link_description),
    linkUrl: first(({ link_url }) => webUrl(link_url)),
    callToAction: first(({ cta_text }) => cta_text),
    snapshotUrl: adPermalink(row.ad_archive_id),
    imageUrls: urls(pictures.map(imageOf)),
    videoUrls: urls([...videos, ...cards].map(({ video_hd_url, video_sd_url }) => video_hd_url ?? video_sd_url)),
    platforms: (row.publisher_platform ?? []).map((platform) => platform.toLowerCase()),
    countries: row.targeted_or_reached_countries?.length
      ? row.targeted_or_reached_countries
      : asked.country === 'ALL'
        ? []
        : [asked.country],
    languages: [],
    startedAt: adTime(row.start_date),
    // The provider's end of a running ad is the last day on which it was seen.
    endedAt: isActive ? null : adTime(row.end_date),
  };
}

type Words = Pick<z.output<typeof Card>, 'title' | 'link_description' | 'link_url' | 'cta_text'>;

const wordsOf = (variants: readonly (string | null | undefined)[]) =>
  variants.find((text) => text && text.trim() !== '' && !text.includes('{{')) ?? null;

const imageOf = ({ original_image_url, resized_image_url, video_preview_image_url }: Media) =>
  original_image_url ?? resized_image_url ?? video_preview_image_url;

const urls = (addresses: readonly (string | null | undefined)[]) => [...new Set(addresses.flatMap((url) => webUrl(url) ?? []))];
