import { adsOf, type MadeUpAd } from '#lib/local/market/ads.ts';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies as market } from '#lib/local/market/market.ts';
import { html } from '#shared/values/html.ts';
import { graphError, graphRefusal, throttled } from './graph-error.ts';
import { cursorOf, listIn, placeIn, projected } from './graph-lists.ts';
import { isShown, rowOf } from './social-archive.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

export type SocialSettings = {
  companies?: readonly MadeUpCompany[];
  now?: () => number;
  partSizeOf?: (limit: number, part: number) => number;
  /** The vendor rejects a larger `limit` as too much data. */
  maxAtOnce?: number;
};

/** Each token triggers a scenario; any other token is valid. */
const tokens: Record<string, (settings: Required<SocialSettings>) => Answer | Partial<SocialSettings>> = {
  tok_expired: () => graphError(400, 190, 'Session has expired', { error_subcode: 463 }),
  tok_unverified: () => graphError(400, 10, 'Application does not have permission for this action', { error_subcode: 2332002 }),
  tok_throttled: () => throttled(613),
  tok_generous: () => ({ partSizeOf: (limit) => limit * 3 }),
  tok_hesitant: ({ partSizeOf }) => ({
    partSizeOf: (limit, part) => (part === 0 ? 0 : partSizeOf(limit, part)),
  }),
  tok_weak: () => ({ maxAtOnce: 40 }),
};
const noPagesToken = 'tok_no_pages';

const usage = { 'x-app-usage': '{"call_count":28,"total_time":25,"total_cputime":25}' };

/** docs/api/vendors.md#ad-library specifies this interface. */
export function social(overrides: SocialSettings = {}): Vendor {
  const settings: Required<SocialSettings> = {
    companies: market,
    now: Date.now,
    partSizeOf: (limit: number) => limit,
    maxAtOnce: 1000,
    ...overrides,
  };

  const authorized =
    (perform: (asked: Asked, settings: Required<SocialSettings>, token: string) => Answer) =>
    (asked: Asked): Answer => {
      const token = /^Bearer (\S+)$/.exec(asked.header('authorization') ?? '')?.[1] ?? asked.query.get('access_token');
      if (!token) return graphError(400, 2500, 'An active access token must be used to query information');
      const meant = tokens[token]?.(settings) ?? {};
      const answer = 'status' in meant ? (meant as Answer) : perform(asked, { ...settings, ...meant }, token);
      return { ...answer, headers: { ...usage, ...answer.headers } };
    };

  return {
    name: 'social',
    basePath: '/v26.0',
    routes: {
      'GET /ads_archive': authorized(archive),
      'GET /ads/archive/render_ad/': authorized(({ query }, { companies, now }) => {
        const ad = allAds(companies, { now: now() }).find(({ id }) => id === query.get('id'));
        return ad ? rendered(ad) : graphError(404, 100, 'Unsupported get request');
      }),
      'GET /{handle}': authorized(({ params, query }, { companies }, token) => {
        const { handle = '' } = params;
        const company = companies.find(({ page }) => page && (page.id === handle || bare(page.alias) === bare(handle)));
        if (token === noPagesToken) return graphError(400, 10, "This endpoint requires the 'Page Public Content Access' feature");
        if (!company?.page)
          return /^\d+$/.test(handle)
            ? graphError(400, 100, 'Unsupported get request', { error_subcode: 33 })
            : graphError(404, 803, 'Some of the aliases you requested do not exist');
        const { id, alias } = company.page;
        const page: Record<string, string> = {
          id,
          name: company.name,
          username: alias,
          link: `https://www.facebook.com/${alias}`,
          website: `https://${company.domain}/`,
        };
        return { status: 200, body: projected(page, query.get('fields') ?? 'id,name') };
      }),
    },
    refusal: graphRefusal,
  };
}

function archive({ query, header, path }: Asked, settings: Required<SocialSettings>, token: string): Answer {
  const { companies, now, partSizeOf, maxAtOnce } = settings;
  const invalid = (what: string) => graphError(400, 100, `Invalid parameter: ${what}`);
  const countries = listIn(query.get('ad_reached_countries'));
  if (!countries?.length || !countries.every((code) => /^(ALL|[A-Z]{2})$/.test(code))) return invalid('ad_reached_countries is required');
  const pageIds = listIn(query.get('search_page_ids') ?? '[]');
  const terms = query.get('search_terms') ?? '';
  if (!pageIds || pageIds.length > 10 || !pageIds.every((id) => /^\d+$/.test(id))) return invalid('search_page_ids');
  if (pageIds.length === 0 && terms.trim() === '') return invalid('search_terms or search_page_ids is required');
  if (terms.length > 100) return invalid('search_terms is too long');
  const status = query.get('ad_active_status') ?? 'ACTIVE';
  if (!['ACTIVE', 'INACTIVE', 'ALL'].includes(status)) return invalid('ad_active_status');
  const limit = Number(query.get('limit') ?? 25);
  if (!Number.isInteger(limit) || limit < 1) return invalid('limit');
  if (limit > maxAtOnce) return graphError(500, 1, "Please reduce the amount of data you're asking for, then retry your request");
  const cursor = placeIn(query.get('after'));
  if (!cursor) return invalid('after');

  const asked = { countries, pageIds, terms, status, now: now() };
  const all = allAds(companies, asked).filter((ad) => isShown(ad, asked));
  const end = Math.min(all.length, cursor.at + Math.max(0, partSizeOf(limit, cursor.part)));
  const cursors = { before: cursorOf({ ...cursor }), after: cursorOf({ at: end, part: cursor.part + 1 }) };
  const origin = `http://${header('host')}`;
  const link = (place: string, extra: Record<string, string>) =>
    `${origin}${place}?${new URLSearchParams({ access_token: token, ...extra })}`;
  const fields = query.get('fields') ?? 'ad_delivery_start_time,ad_delivery_stop_time,ad_snapshot_url,page_id';
  const rows = all.slice(cursor.at, end).map((ad) => {
    const snapshot = link(path.replace('/ads_archive', '/ads/archive/render_ad/'), { id: ad.id });
    return projected(rowOf(ad, snapshot), `id,${fields}`);
  });
  const next = link(path, { ...Object.fromEntries(query), after: cursors.after });
  return {
    status: 200,
    body: { data: rows, ...(all.length > 0 && { paging: { cursors, ...(end < all.length && { next }) } }) },
  };
}

const allAds = (companies: readonly MadeUpCompany[], { now, pageIds = [] }: { now: number; pageIds?: readonly string[] }) =>
  companies
    .filter(({ page }) => page && (pageIds.length === 0 || pageIds.includes(page.id)))
    .flatMap((company) => adsOf(company, now))
    .sort((a, b) => (a.startedOn === b.startedOn ? 0 : a.startedOn < b.startedOn ? 1 : -1));

const bare = (alias: string) => alias.replaceAll('.', '').toLowerCase();

const rendered = ({ bodies, imageUrls }: MadeUpAd): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: html`<!doctype html><title>Ad</title><p>${bodies[0] ?? ''}</p>${imageUrls.map((url) => html`<img src="${url}" alt="">`)}`.html,
});
