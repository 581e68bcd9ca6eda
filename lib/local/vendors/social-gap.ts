import { adsOf, type MadeUpAd } from '#lib/local/market/ads.ts';
import { companies as market } from '#lib/local/market/market.ts';
import type { SocialSettings } from './social.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const adsPerPart = 30;

/** docs/api/vendors.md#ad-library-provider describes this provider of the ad library's website. */
export function socialGap({ companies = market, now = Date.now, partSizeOf = () => adsPerPart }: SocialSettings = {}): Vendor {
  const engines: Record<string, (query: Query) => Answer> = {
    meta_ad_library({ page_id, country = 'ALL', active_status = 'active', next_page_token }) {
      if (!page_id) return refused(400, 'Missing required parameter `q` or `page_id`.');
      const [at, part] = placeIn(next_page_token);
      const company = companies.find(({ page }) => page?.id === page_id);
      const all = (company ? adsOf(company, now()) : []).filter(
        ({ endedOn, countries }) =>
          (country === 'ALL' || countries.includes(country.toUpperCase())) &&
          (active_status === 'all' || (active_status === 'active') === (endedOn === null)),
      );
      const end = Math.min(all.length, at + Math.max(0, partSizeOf(adsPerPart, part)));
      const next = Buffer.from(`${end}/${part + 1}`).toString('base64url');
      return {
        status: 200,
        body: {
          search_information: { total_results: all.length },
          ads: all.slice(at, end).map(rowOf),
          ...(end < all.length && { pagination: { next_page_token: next } }),
        },
      };
    },

    meta_ad_library_page_search({ q = '' }) {
      if (q.trim() === '') return refused(400, 'Missing required parameter `q`.');
      const words = bare(q);
      const matches = companies.filter(({ name, page }) => page && (bare(name).includes(words) || bare(page.alias).includes(words)));
      const rows = matches.map(({ name, page, industry }) => ({
        page_id: page?.id,
        name,
        page_alias: page?.alias,
        category: industry,
        likes: 1000 + (Number(page?.id) % 9000),
        verification: 'NOT_VERIFIED',
      }));
      return { status: 200, body: { page_results: rows } };
    },

    meta_ad_library_page_info({ page_id }) {
      const company = companies.find(({ page }) => page && page.id === page_id);
      if (!company?.page) return { status: 200, body: { error: "Meta didn't return any results." } };
      const page_uri = `https://facebook.com/${company.page.alias}`;
      return { status: 200, body: { page_info: { page_id, page_name: company.name, page_uri } } };
    },
  };

  const search = ({ query, body, header }: Asked): Answer => {
    const params = (body ?? Object.fromEntries(query)) as Query;
    if (!/^Bearer \S/.test(header('authorization') ?? '') && !params.api_key) return refused(401, 'Invalid API key.');
    const engine = engines[params.engine ?? ''];
    return engine ? engine(params) : refused(400, 'Unsupported engine.');
  };

  return {
    name: 'social_gap',
    knownAs: 'social',
    basePath: '/api/v1',
    routes: { 'GET /search': search, 'POST /search': search },
    refusal: (status) => refused(status, 'Something went wrong.'),
  };
}

type Query = Partial<Record<string, string>>;

const refused = (status: number, error: string): Answer => ({ status, body: { error } });

function placeIn(token: string | undefined): [at: number, part: number] {
  const [at = 0, part = 0] = Buffer.from(token ?? '', 'base64url')
    .toString()
    .split('/')
    .map(Number);
  return [at || 0, part || 0];
}

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

function rowOf(ad: MadeUpAd) {
  const { id, company, page, startedOn, endedOn, button, linkUrl, title, description, imageUrls } = ad;
  const seconds = (day: string) => Date.parse(day) / 1000;
  const picture = (url: string) => ({ original_image_url: url, resized_image_url: url });
  const words = { title, link_url: linkUrl, link_description: description };
  const action = { cta_text: button.text, cta_type: button.type };
  const isCarousel = ad.format === 'CAROUSEL';
  return {
    ad_archive_id: id,
    collation_id: id.slice(-9),
    collation_count: ad.bodies.length,
    page_id: page.id,
    page_name: company.name,
    is_active: endedOn === null,
    start_date: seconds(startedOn),
    end_date: seconds(endedOn ?? startedOn),
    publisher_platform: ad.platforms.map((platform) => platform.toUpperCase()),
    targeted_or_reached_countries: [],
    snapshot: {
      page_name: company.name,
      caption: company.domain,
      display_format: ad.format,
      body: { text: ad.bodies[0] },
      ...words,
      ...action,
      images: isCarousel ? [] : imageUrls.map(picture),
      videos: [],
      cards: isCarousel ? imageUrls.map((url) => ({ ...picture(url), body: ad.bodies[0], ...words, ...action })) : [],
    },
  };
}
