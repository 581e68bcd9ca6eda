// Slow: it starts processes.
import { adsOf } from '#lib/local/market/ads.ts';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies, competitorsOf } from '#lib/local/market/market.ts';
import { noisePages } from '#lib/local/market/noise-pages.ts';
import { pictureOf } from '#lib/local/market/pictures.ts';
import { siteHosts } from '#lib/local/vendors/start-vendors.ts';
import { imageFacts } from '#shared/prompts/image-facts.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { safeFetch } from '#shared/web/safe-fetch.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
beforeEach(() => vendors.forget());

const fetchPage = async (url: string, kind: 'page' | 'image' = 'page') => {
  const web = safeFetch({ userAgent: 'tests', siteHosts: siteHosts(vendors.endpoints) });
  const { body, ...rest } = await web.fetch({ url, kind });
  return { ...rest, body: Buffer.from(body), text: Buffer.from(body).toString() };
};
const inState = (state: string) => companies.filter(({ site }) => site === state);

describe('the made-up market', () => {
  it('the made-up market has at least ten living competitors for every company, and of each kind of broken site one an industry', () => {
    for (const company of companies)
      expect(competitorsOf(company).filter(({ site }) => site === 'alive').length).toBeGreaterThanOrEqual(10);
    for (const state of ['dead', 'parked', 'walled']) expect(inState(state)).toHaveLength(2);
    expect(companies.filter(({ site }) => typeof site === 'object')).toHaveLength(2);
  });

  it('the made-up market has one company a domain and a page of the ad library, all of them names that nobody can own', () => {
    const distinct = (values: readonly unknown[]) => new Set(values).size;
    expect(distinct(companies.map(({ domain }) => domain))).toBe(companies.length);
    const pages = companies.flatMap(({ page }) => page ?? []);
    expect(distinct(pages.map(({ id }) => id))).toBe(pages.length);
    expect(distinct(pages.map(({ alias }) => alias))).toBe(pages.length);
    for (const { domain } of companies) {
      expect(domain).toMatch(/^[a-z]+\.example$/);
      expect(siteDomain(`https://www.${domain}/x`)).toBe(domain);
    }
  });
});

describe('its pictures', () => {
  it('its pictures show every category, each with another picture, and are whole', () => {
    const seen = new Set<string>();
    for (const category of new Set(companies.map((company) => company.category)))
      for (const number of [1, 2]) {
        const picture = pictureOf(category, number);
        expect(imageFacts(picture)).toMatchObject({ contentType: 'image/png' });
        seen.add(picture.toString('base64'));
      }
    expect(seen.size).toBe(4);
  });
});

describe('its websites', () => {
  it('its websites answer with what a person and a machine would read there', async () => {
    for (const { domain, name, language, page } of inState('alive')) {
      const { status, contentType, text } = await fetchPage(`https://www.${domain}/`);
      expect({ domain, status, contentType }).toEqual({ domain, status: 200, contentType: 'text/html' });
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`<title>${name.replace('&', '&amp;')} | `);
      expect(text).toContain('property="og:description"');
      expect(text.includes(`https://www.facebook.com/${page?.alias}`)).toBe(page !== null);
    }
    expect(vendors.asked('sites')).toHaveLength(inState('alive').length);
    expect(vendors.asked('sites')[0]).toMatchObject({ method: 'GET', path: 'www.northwind.example/' });
  });

  it('its websites are dead, for sale, behind a wall or elsewhere as the market says', async () => {
    for (const { domain } of inState('dead'))
      await expect(fetchPage(`https://${domain}/`)).rejects.toMatchObject({ name: 'SiteUnreachable' });
    for (const { domain } of inState('parked')) expect((await fetchPage(`https://${domain}/`)).text).toContain('is for sale</title>');
    for (const { domain } of inState('walled')) expect((await fetchPage(`https://${domain}/`)).status).toBe(403);
    for (const { domain, site } of companies)
      if (typeof site === 'object') {
        const { url, status } = await fetchPage(`https://${domain}/old?x=1`);
        expect({ url, status }).toEqual({ url: `https://${site.redirectsTo}/`, status: 200 });
      }
    await expect(fetchPage('https://nobody.example/')).rejects.toMatchObject({ name: 'SiteUnreachable' });
  });

  it('its websites have pictures, and the ads have, and they are the same every time', async () => {
    const now = Date.now();
    const [ad] = adsOf(companies[0] as MadeUpCompany, now);
    const ofAd = ad?.imageUrls[0] ?? '';
    expect(ofAd).toMatch(/^https:\/\/media.example\/ads\/\d+\/1\.png\?oe=/);
    for (const url of ['https://northwind.example/images/1.png', 'https://laufharz.example/images/3.png', ofAd]) {
      const { status, contentType, body } = await fetchPage(url, 'image');
      expect({ status, contentType }).toEqual({ status: 200, contentType: 'image/png' });
      expect(imageFacts(body)).toMatchObject({ contentType: 'image/png' });
      expect(body.equals((await fetchPage(url, 'image')).body)).toBe(true);
    }
    expect((await fetchPage('https://northwind.example/images/9.png', 'image')).status).toBe(404);
    expect((await fetchPage('https://media.example/ads/1/1.png', 'image')).status).toBe(404);
    const expired = ofAd.replace(/oe=.*/, `oe=${Math.floor(now / 1000 - 60).toString(16)}`);
    expect((await fetchPage(expired, 'image')).status).toBe(403);
  });

  it('its websites include those who only speak of others, under the addresses that the search knows', async () => {
    for (const { url, companies: named } of noisePages.filter((_, at) => at % 7 === 0)) {
      const { status, text } = await fetchPage(url);
      expect(status).toBe(200);
      for (const { domain } of named) expect(text).toContain(`https://${domain}/`);
    }
    expect((await fetchPage('https://comparewell.example/')).status).toBe(200);
    expect((await fetchPage('https://comparewell.example/none')).status).toBe(404);
    expect((await fetchPage('https://northwind.example/robots.txt')).text).toContain('Allow: /');
  });

  it('its websites meet the faults that are planned for them', async () => {
    vendors.fault({ vendor: 'sites', status: 503 });
    expect((await fetchPage('https://northwind.example/')).status).toBe(503);
    vendors.fault({ vendor: 'sites', cut: true });
    await expect(fetchPage('https://northwind.example/')).rejects.toMatchObject({ name: 'SiteUnreachable' });
    expect((await fetchPage('https://northwind.example/')).status).toBe(200);
  });
});
