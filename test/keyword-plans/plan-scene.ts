import { brandTerms } from '#shared/keyword-plans/rules/plan-names.ts';
import type { ProposedPlan } from '#shared/keyword-plans/rules/validate-plan.ts';

export const company = {
  name: 'Northwind Shoes',
  website: 'https://northwind.example/',
  businessModel: 'retail',
  geoTarget: 'US',
  language: 'en',
  primaryConversion: 'purchase',
  targetAudience: 'runners',
  valueProposition: 'light',
};
export const rests = ['shop', 'sale', 'trail', 'road', 'men', 'women', 'kids', 'sizes', 'returns', 'store'];
export const names = { brand: brandTerms(company.name, 'northwind.example'), competitors: ['fjord running'] };
export const proposal = (change: Partial<ProposedPlan> = {}): ProposedPlan => ({
  company,
  brand: { name: 'Brand', keywords: rests.map((rest) => `northwind ${rest}`), negatives: [] },
  nonBrand: { name: 'Non-brand', keywords: rests.map((rest) => `running shoes ${rest}`), negatives: [] },
  sharedNegatives: [],
  ordinaryWords: [],
  ...change,
});
export const nonBrand = (keywords: string[], negatives: ProposedPlan['sharedNegatives'] = []) => ({
  name: 'Non-brand',
  keywords,
  negatives,
});
