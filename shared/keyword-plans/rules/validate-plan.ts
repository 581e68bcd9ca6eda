import { type KeywordPlanContents, keywordsPerCampaign } from './keyword-plan.ts';
import { blocks, containsPhrase, keywordFault, keywordText, type NegativeKeyword, sameKeyword } from './keywords.ts';
import { campaignName, type PlanNames } from './plan-names.ts';

const maxNegatives = 100;

export type ProposedCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};
export type ProposedPlan = Omit<KeywordPlanContents, 'brand' | 'nonBrand'> & {
  brand: ProposedCampaign;
  nonBrand: ProposedCampaign;
  /** These names are also words: a search for gap or shoes need not mean a company. */
  ordinaryWords: readonly string[];
};

export function validatePlan(proposed: ProposedPlan, names: PlanNames): { plan: KeywordPlanContents; problems: string[] } {
  const ordinary = new Set(proposed.ordinaryWords.map(keywordText));
  const holds = (text: string, phrases: readonly string[]) => phrases.some((name) => containsPhrase(text, name));
  const distinct = (phrases: readonly string[]) => phrases.filter((name) => !ordinary.has(name));
  const [ownNames, rivals] = [distinct(names.brand), distinct(names.competitors)];
  const problems: string[] = [];
  const usedKeywords = new Set<string>();
  const keywordsOf = (campaign: string, keywords: readonly string[], wrong: (text: string) => string | null) => {
    const good: string[] = [];
    const wrongs: string[] = [];
    for (const text of keywords.map(keywordText)) {
      const fault = keywordFault(text) ?? wrong(text) ?? (usedKeywords.has(sameKeyword(text)) ? 'is listed twice' : null);
      if (fault) wrongs.push(`"${text.slice(0, 100)}" ${fault}`);
      else if (good.length < keywordsPerCampaign) {
        good.push(text);
        usedKeywords.add(sameKeyword(text));
      }
    }
    if (good.length < keywordsPerCampaign)
      problems.push(
        `${campaign}: ${keywordsPerCampaign - good.length} more keywords are needed${wrongs.length > 0 ? `; ${wrongs.slice(0, 20).join('; ')}` : ''}`,
      );
    return good;
  };
  const competitor = (text: string) => (holds(text, rivals) ? 'names a competitor' : null);
  const brandKeywords = keywordsOf('brand', proposed.brand.keywords, (text) =>
    holds(text, names.brand) ? competitor(text) : "lacks the company's name",
  );
  const nonBrandKeywords = keywordsOf('non_brand', proposed.nonBrand.keywords, (text) =>
    holds(text, ownNames) ? "holds the company's name" : competitor(text),
  );

  const brandNegatives = names.brand.map((text) => ({
    text,
    matchType: ordinary.has(text) ? ('exact' as const) : ('phrase' as const),
  }));
  const brandName = campaignName(proposed.brand.name, 'Brand');
  const otherName = campaignName(proposed.nonBrand.name, 'Non-brand');
  const isSameName = otherName.toLowerCase() === brandName.toLowerCase();
  const plan = {
    company: proposed.company,
    brand: {
      name: brandName,
      keywords: brandKeywords,
      negatives: negativesOf(proposed.brand.negatives, [...brandKeywords, ...names.brand]),
    },
    nonBrand: {
      name: isSameName ? `${otherName} (non-brand)` : otherName,
      keywords: nonBrandKeywords,
      negatives: negativesOf([...brandNegatives, ...proposed.nonBrand.negatives], nonBrandKeywords),
    },
    sharedNegatives: negativesOf(proposed.sharedNegatives, [...brandKeywords, ...nonBrandKeywords, ...names.brand]),
  };
  return { plan, problems };
}

function negativesOf(negatives: readonly NegativeKeyword[], keywords: readonly string[]): NegativeKeyword[] {
  const distinctNegatives = new Map<string, NegativeKeyword>();
  for (const { text, matchType } of negatives) {
    const negative = { text: keywordText(text), matchType };
    if (keywordFault(negative.text) === null && !keywords.some((keyword) => blocks(negative, keyword)))
      distinctNegatives.set(`${matchType} ${negative.text}`, negative);
  }
  return [...distinctNegatives.values()].slice(0, maxNegatives);
}

export const joinedProposals = (earlier: ProposedPlan, more: { brand: readonly string[]; nonBrand: readonly string[] }): ProposedPlan => ({
  ...earlier,
  brand: { ...earlier.brand, keywords: [...earlier.brand.keywords, ...more.brand] },
  nonBrand: { ...earlier.nonBrand, keywords: [...earlier.nonBrand.keywords, ...more.nonBrand] },
});
