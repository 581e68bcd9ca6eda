import { companies } from '#lib/local/market/market.ts';
import { companyPage } from '#lib/local/vendors/sites/company-pages.ts';
import { html } from '#shared/values/html.ts';

const textOf = (text: string) => html`${text}`.html;
const pageOf = (company: (typeof companies)[number], path: string) => String(companyPage(company, path)?.body ?? '');

it('every company has a page with its own title, description and language, and a page about it', () => {
  const titles = new Set<string>();
  for (const company of companies) {
    const [home, about] = [pageOf(company, '/'), pageOf(company, '/about')];
    for (const page of [home, about]) {
      expect(page).toContain(`<html lang="${company.language}">`);
      expect(page).toContain(`<meta name="description" content="${textOf(company.description)}">`);
      expect(page).toContain(`<strong>${textOf(company.name)}</strong>`);
      expect(page).toContain(`mailto:hello@${company.domain}`);
      titles.add(/<title>(.*?)<\/title>/.exec(page)?.[1] ?? '');
    }
    expect(home).toContain(`<link rel="canonical" href="https://${company.domain}/">`);
    for (const product of company.products) expect(home).toContain(`alt="${textOf(product)}"`);
    expect(about).not.toContain('canonical');
  }
  expect(titles.size).toBe(2 * companies.length);
  expect(companyPage(companies[0] as (typeof companies)[number], '/nothing')).toBeNull();
});

it('a company names its page for ads by a link, by data or by both, and one without such a page by neither', () => {
  const ways = companies.map((company) => {
    const home = pageOf(company, '/');
    const address = `https://www.facebook.com/${company.page?.alias}"`;
    return {
      isNamed: !!company.page,
      link: home.includes(`href="${address}`),
      data: home.includes(`["${address}`),
    };
  });
  for (const { isNamed, link, data } of ways) expect(link || data).toBe(isNamed);
  const named = ways.filter(({ isNamed }) => isNamed).map(({ link, data }) => [link, data].join());
  expect(new Set(named)).toEqual(new Set(['true,false', 'false,true', 'true,true']));
});
