import type { MadeUpCompany } from './company.ts';
import { projectManagement } from './industries/project-management.ts';
import { runningShoes } from './industries/running-shoes.ts';
import { readIndustry } from './read-industry.ts';

export const companies: readonly MadeUpCompany[] = [runningShoes, projectManagement].flatMap((table, at) => readIndustry(table, at + 1));

const byDomain = new Map(companies.map((company) => [company.domain, company]));

export const companyOf = (domain: string): MadeUpCompany | null => byDomain.get(domain) ?? null;

export const competitorsOf = (company: MadeUpCompany): MadeUpCompany[] =>
  companies.filter(({ category, domain }) => category === company.category && domain !== company.domain);
