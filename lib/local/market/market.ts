import type { MadeUpCompany } from './company.ts';
import { electricBikes } from './industries/electric-bikes.ts';
import { houseplants } from './industries/houseplants.ts';
import { mealKits } from './industries/meal-kits.ts';
import { projectManagement } from './industries/project-management.ts';
import { runningShoes } from './industries/running-shoes.ts';
import { readIndustry } from './read-industry.ts';

/** The first company belongs to the demo account. */
export const companies: readonly MadeUpCompany[] = [
  runningShoes,
  projectManagement,
  mealKits,
  electricBikes,
  houseplants,
].flatMap((table, at) => readIndustry(table, at + 1));

const byDomain = new Map(companies.map((company) => [company.domain, company]));

export const companyOf = (domain: string): MadeUpCompany | null => byDomain.get(domain) ?? null;

/** Returns companies of the same category, including companies whose sites no longer exist. */
export const competitorsOf = (company: MadeUpCompany): MadeUpCompany[] =>
  companies.filter(({ category, domain }) => category === company.category && domain !== company.domain);
