import { cutText } from '#shared/values/cut-text.ts';

export const adStatuses = ['active', 'inactive', 'all'] as const;
export type AdStatus = (typeof adStatuses)[number];

export type Coverage = 'full' | 'partial' | 'none';

/** Times are ISO 8601 UTC. */
export type Ad = {
  id: string;
  pageId: string;
  pageName: string;
  status: 'active' | 'inactive';
  body: string | null;
  title: string | null;
  description: string | null;
  linkUrl: string | null;
  callToAction: string | null;
  snapshotUrl: string;
  /** The library's image addresses expire, so copies are made. */
  imageUrls: readonly string[];
  videoUrls: readonly string[];
  platforms: readonly string[];
  countries: readonly string[];
  languages: readonly string[];
  startedAt: string | null;
  endedAt: string | null;
};

export type AdPage = { id: string; name: string; alias: string | null; website: string | null };

/** The library's own `ad_snapshot_url` contains a token and is never stored. */
export const adPermalink = (adId: string) => `https://www.facebook.com/ads/library/?id=${encodeURIComponent(adId)}`;

export const newestFirst = <A extends Pick<Ad, 'startedAt'>>(ads: Iterable<A>): A[] =>
  [...ads].sort((a, b) => {
    const [first, second] = [a.startedAt ?? '', b.startedAt ?? ''];
    return first === second ? 0 : first < second ? 1 : -1;
  });

const max = { words: 4000, name: 500, addressCharacters: 2048, addresses: 10, codes: 60 };
const addresses = (all: readonly string[]) => all.filter(({ length }) => length <= max.addressCharacters).slice(0, max.addresses);
const cut = (text: string | null, characters: number) => (text === null ? null : cutText(text, characters));

export const boundedAd = (ad: Ad): Ad => ({
  ...ad,
  pageName: cutText(ad.pageName, max.name),
  body: cut(ad.body, max.words),
  title: cut(ad.title, max.name),
  description: cut(ad.description, max.words / 4),
  callToAction: cut(ad.callToAction, max.name),
  linkUrl: ad.linkUrl && ad.linkUrl.length <= max.addressCharacters ? ad.linkUrl : null,
  imageUrls: addresses(ad.imageUrls),
  videoUrls: addresses(ad.videoUrls),
  platforms: ad.platforms.slice(0, max.codes),
  countries: ad.countries.slice(0, max.codes),
  languages: ad.languages.slice(0, max.codes),
});
