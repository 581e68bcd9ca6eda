import type { MadeUpCompany } from './company.ts';
import { electricBikes } from './industries/electric-bikes.ts';
import { houseplants } from './industries/houseplants.ts';
import { mealKits } from './industries/meal-kits.ts';
import { projectManagement } from './industries/project-management.ts';
import { runningShoes } from './industries/running-shoes.ts';
import { readIndustry } from './read-industry.ts';

/** Every company of the market; the demo account's is the first. */
export const companies: readonly MadeUpCompany[] = [
  runningShoes,
  projectManagement,
  mealKits,
  electricBikes,
  houseplants,
].flatMap((table, at) => readIndustry(table, at + 1));

const byDomain = new Map(companies.map((company) => [company.domain, company]));

/** By its registrable domain. */
export const companyOf = (domain: string): MadeUpCompany | null => byDomain.get(domain) ?? null;

/** The others of its category, whether or not their sites still exist. */
export const competitorsOf = (company: MadeUpCompany): MadeUpCompany[] =>
  companies.filter(({ category, domain }) => category === company.category && domain !== company.domain);
