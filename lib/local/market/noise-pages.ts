import type { MadeUpCompany } from './company.ts';
import { companies } from './market.ts';
import { type NoiseSite, noise } from './noise.ts';

export type NoisePage = {
  site: NoiseSite;
  url: string;
  path: string;
  title: string;
  content: string;
  companies: readonly MadeUpCompany[];
};

const categories = [...new Set(companies.map(({ category }) => category))];
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
const namesOf = (of: readonly MadeUpCompany[]) => of.map(({ name }) => name).join(', ');

const aboutCategory = (site: NoiseSite, category: string): NoisePage => {
  const path = site.pagePath.replace('{slug}', slugOf(category));
  const named = companies.filter((company) => company.category === category).slice(0, 10);
  const title = site.pageTitle.replace('{category}', category);
  return {
    site,
    path,
    url: `https://${site.domain}${path}`,
    title: `${title[0]?.toUpperCase()}${title.slice(1)} - ${site.name}`,
    content: `${site.description} ${category}: ${namesOf(named)}.`,
    companies: named,
  };
};

const aboutCompany = (site: NoiseSite, company: MadeUpCompany): NoisePage => {
  const path = `/alternatives/${slugOf(company.name)}`;
  const named = companies.filter(({ category, domain }) => category === company.category && domain !== company.domain).slice(0, 8);
  return {
    site,
    path,
    url: `https://${site.domain}${path}`,
    title: `${company.name} alternatives and competitors - ${site.name}`,
    content: `${company.name} vs others in ${company.category}. Alternatives: ${namesOf(named)}.`,
    companies: named,
  };
};

export const noisePages: readonly NoisePage[] = noise.flatMap((site) => [
  ...categories.map((category) => aboutCategory(site, category)),
  ...(site.kind === 'reviews' ? companies.map((company) => aboutCompany(site, company)) : []),
]);
