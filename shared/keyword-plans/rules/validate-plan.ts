import { type KeywordPlanContents, keywordsPerCampaign } from './keyword-plan.ts';
import {
  blocks,
  containsPhrase,
  keywordFault,
  keywordText,
  type NegativeKeyword,
  sameKeyword,
} from './keywords.ts';
import { campaignName, type PlanNames } from './plan-names.ts';

/** More negatives than this help nobody. */
const maxNegatives = 100;

/** A campaign as a model proposes it. */
export type ProposedCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};
export type ProposedPlan = Omit<KeywordPlanContents, 'brand' | 'nonBrand'> & {
  brand: ProposedCampaign;
  nonBrand: ProposedCampaign;
  /** Names that are words of the language, too: who searches for a gap or for shoes need not mean a company. */
  ordinaryWords: readonly string[];
};

/**
 * A proposed plan by the rules: what breaks one is removed or corrected, and what is then missing is reported. Exactly
 * ten keywords in each campaign, none twice, all within the search engine's limits; the company's name in every brand
 * keyword and in no other; no competitor's name; no negative that blocks a keyword it could meet, nor the company's
 * name; that name as a negative of the non-brand campaign, so that searches for it land in the brand campaign. A name
 * that is a word of the language bars no other keyword than itself.
 */
export function validatePlan(
  proposed: ProposedPlan,
  names: PlanNames,
): { plan: KeywordPlanContents; problems: string[] } {
  const ordinary = new Set(proposed.ordinaryWords.map(keywordText));
  const holds = (text: string, those: readonly string[]) => those.some((name) => containsPhrase(text, name));
  const distinct = (those: readonly string[]) => those.filter((name) => !ordinary.has(name));
  const [ownNames, rivals] = [distinct(names.brand), distinct(names.competitors)];
  const problems: string[] = [];
  const taken = new Set<string>();
  const keywordsOf = (
    campaign: string,
    keywords: readonly string[],
    wrong: (text: string) => string | null,
  ) => {
    const good: string[] = [];
    const wrongs: string[] = [];
    for (const text of keywords.map(keywordText)) {
      const fault =
        keywordFault(text) ?? wrong(text) ?? (taken.has(sameKeyword(text)) ? 'is listed twice' : null);
      if (fault) wrongs.push(`"${text.slice(0, 100)}" ${fault}`);
      else if (good.length < keywordsPerCampaign) {
        good.push(text);
        taken.add(sameKeyword(text));
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
    sharedNegatives: negativesOf(proposed.sharedNegatives, [
      ...brandKeywords,
      ...nonBrandKeywords,
      ...names.brand,
    ]),
  };
  return { plan, problems };
}

/** The negatives that the search engine takes, none twice, none in the way of a keyword. */
function negativesOf(negatives: readonly NegativeKeyword[], keywords: readonly string[]): NegativeKeyword[] {
  const known = new Map<string, NegativeKeyword>();
  for (const { text, matchType } of negatives) {
    const negative = { text: keywordText(text), matchType };
    if (keywordFault(negative.text) === null && !keywords.some((keyword) => blocks(negative, keyword)))
      known.set(`${matchType} ${negative.text}`, negative);
  }
  return [...known.values()].slice(0, maxNegatives);
}

/** Two proposals as one: keywords of the later fill up those of the earlier. */
export const joinedProposals = (
  earlier: ProposedPlan,
  more: { brand: readonly string[]; nonBrand: readonly string[] },
): ProposedPlan => ({
  ...earlier,
  brand: { ...earlier.brand, keywords: [...earlier.brand.keywords, ...more.brand] },
  nonBrand: { ...earlier.nonBrand, keywords: [...earlier.nonBrand.keywords, ...more.nonBrand] },
});
