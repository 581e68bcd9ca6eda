import { adsOf } from '#lib/local/market/ads.ts';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies, companyOf } from '#lib/local/market/market.ts';
import { noise } from '#lib/local/market/noise.ts';
import { pictureOf } from '#lib/local/market/pictures.ts';
import { companyPage } from './sites/company-pages.ts';
import { noisePage, parkedPage, wall } from './sites/other-pages.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const mediaHost = 'media.example';

export const sites = (): Vendor => ({
  name: 'sites',
  isByHost: true,
  routes: {},
  otherwise: answer,
  refusal,
});

function answer({ method, header, path, query }: Asked): Answer {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405);
  const host = (header('host') ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
  if (host === mediaHost) return adCreative({ path, query }, Date.now()) ?? refusal(404);
  const company = companyOf(host);
  if (company) return ofCompany(company, path);
  const site = noise.find(({ domain }) => domain === host);
  if (site) return robots(path) ?? noisePage(site, path) ?? refusal(404);
  return gone;
}

function ofCompany(company: MadeUpCompany, path: string): Answer {
  const { site, domain } = company;
  if (site === 'dead') return gone;
  if (site === 'parked') return parkedPage(domain);
  if (site === 'walled') return wall;
  if (site !== 'alive') return { status: 301, headers: { location: `https://${site.redirectsTo}/` }, body: '' };
  return robots(path) ?? picture(company, path) ?? companyPage(company, path) ?? refusal(404);
}

const gone: Answer = { status: 0, body: null, isGone: true };

const robots = (path: string): Answer | null => (path === '/robots.txt' ? { status: 200, body: 'User-agent: *\nAllow: /\n' } : null);

function picture(company: MadeUpCompany, path: string): Answer | null {
  const number = Number(/^\/images\/(\d)\.png$/.exec(path)?.[1] ?? 0);
  if (number < 1 || number > company.products.length + 1) return null;
  const body = pictureOf(company.category, number);
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }, body };
}

const refusal = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n`,
});

/** The path is `/ads/<ad id>/<n>.png`; its signature expires. */
function adCreative({ path, query }: Pick<Asked, 'path' | 'query'>, now: number): Answer | null {
  const [, adId = '', number = ''] = /^\/ads\/(\d{1,20})\/(\d{1,2})\.png$/.exec(path) ?? [];
  const ad = adId && adWith(adId, now);
  if (!ad || Number(number) < 1 || Number(number) > ad.imageUrls.length) return null;
  const endsAt = Number.parseInt(query.get('oe') ?? '', 16) * 1000;
  if (endsAt < now) return { status: 403, body: 'URL signature expired' };
  const body = pictureOf(ad.company.category, Number(adId.slice(-3)) + Number(number));
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }, body };
}

function adWith(id: string, now: number) {
  for (const company of companies) {
    const matchingAd = adsOf(company, now).find((ad) => ad.id === id);
    if (matchingAd) return matchingAd;
  }
  return undefined;
}
