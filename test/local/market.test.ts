import { adsOf } from '#lib/local/market/ads.ts';
import { companies, companyOf, competitorsOf } from '#lib/local/market/market.ts';
import { noisePages } from '#lib/local/market/noise-pages.ts';
import { pictureOf } from '#lib/local/market/pictures.ts';
import { searchMarket } from '#lib/local/market/search-market.ts';
import { paletteOf } from '#lib/local/vendors/sites/palettes.ts';
import { sha256 } from '#shared/values/ids.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const digestOf = (value: unknown) => sha256(JSON.stringify(value)).slice(0, 8);

it('the made-up market is the same on every machine: its companies and ads are in expected/market.txt', async () => {
  const lines = companies.map((company) => {
    const ads = adsOf(company, now);
    const count = (what: string, isSo: (ad: (typeof ads)[number]) => boolean) => `${ads.filter(isSo).length} ${what}`;
    return [
      company.name,
      company.domain,
      company.country,
      company.language,
      `${company.products}`,
      `${ads.length} ads, ${count('ended', (ad) => ad.endedOn !== null)}, ${count('political', (ad) => ad.isPolitical)}`,
      `competitors ${digestOf(competitorsOf(company).map(({ domain }) => domain))}`,
      `company ${digestOf(company)}, ads ${digestOf(ads)}, palette ${digestOf(paletteOf(company.domain))}`,
    ].join(' | ');
  });
  const searches = ['running shoes', 'Projektmanagement Software', 'competitors of northwind', 'zzz'].map(
    (query) => `search "${query}": ${JSON.stringify(searchMarket(query, { most: 5 }).map(({ url, score }) => [url, score]))}`,
  );
  const others = [
    `pages of other sites ${digestOf(noisePages)}`,
    `pictures ${digestOf([1, 2, 3].map((number) => sha256(pictureOf(companies[0]?.category ?? '', number).toString('base64'))))}`,
  ];
  await expect([...lines, ...searches, ...others].join('\n')).toMatchFileSnapshot('./expected/market.txt');
});

it('each company is found by its domain, and its competitors are others of its industry', () => {
  expect(companyOf('nobody.example')).toBeNull();
  for (const company of companies) {
    expect(companyOf(company.domain)).toBe(company);
    const competitors = competitorsOf(company);
    expect(competitors).not.toContain(company);
    for (const { industry } of competitors) expect(industry).toBe(company.industry);
  }
});

it('an ad runs from its first day, ends before today if it ended, and ages with the days', () => {
  for (const company of companies)
    for (const { startedOn, endedOn, bodies, imageUrls } of adsOf(company, now)) {
      expect(startedOn <= '2026-11-21').toBe(true);
      if (endedOn) expect(endedOn >= startedOn && endedOn < '2026-11-21').toBe(true);
      expect(bodies.length).toBeGreaterThan(0);
      expect(imageUrls.length).toBeGreaterThan(0);
    }
});
