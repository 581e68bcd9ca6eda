import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companyOf } from '#lib/local/market/market.ts';
import { noise } from '#lib/local/market/noise.ts';
import { pictureOf } from '#lib/local/market/pictures.ts';
import { adCreative } from './sites/ad-creative.ts';
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
  if (site !== 'alive')
    return { status: 301, headers: { location: `https://${site.redirectsTo}/` }, body: '' };
  return robots(path) ?? picture(company, path) ?? companyPage(company, path) ?? refusal(404);
}

const gone: Answer = { status: 0, body: null, isGone: true };

const robots = (path: string): Answer | null =>
  path === '/robots.txt' ? { status: 200, body: 'User-agent: *\nAllow: /\n' } : null;

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
