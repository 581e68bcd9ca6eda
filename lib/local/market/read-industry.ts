import type { MadeUpCompany } from './company.ts';

export type IndustryTable = {
  industry: string;
  category: string;
  /** A line has name, domain, country, language, site, products and description. */
  rows: string;
};

/** `number` makes ad-library pages distinct. */
export const readIndustry = ({ industry, category, rows }: IndustryTable, number: number): MadeUpCompany[] =>
  rows
    .trim()
    .split('\n')
    .map((row, at) => {
      const cells = row.split('|').map((cell) => cell.trim());
      const [name = '', domain = '', country = '', language = '', site = '', products = '', description = ''] = cells;
      return {
        name,
        domain,
        industry,
        category,
        description,
        country,
        language,
        products: products.split(', '),
        page: hasNoPage(at) ? null : pageOf(domain, number * 100 + at + 1),
        site: siteOf(site),
      };
    });

const hasNoPage = (at: number) => at % 8 === 7;

const pageOf = (domain: string, number: number) => ({
  id: String(104_000_000_000_000 + number * 1_003),
  alias: `${domain.split('.')[0]}.official`,
});

function siteOf(cell: string): MadeUpCompany['site'] {
  if (cell.startsWith('->')) return { redirectsTo: cell.slice(2).trim() };
  return cell as 'alive' | 'dead' | 'parked' | 'walled';
}
