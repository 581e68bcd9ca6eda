import {
  blocks,
  containsPhrase,
  keywordFault,
  keywordText,
  type NegativeKeyword,
  wordsOf,
} from './keywords.ts';

/** What is known of the company that a plan is for. */
export type CompanyMetadata = {
  name: string;
  website: string;
  businessModel: string;
  /** Where its ads are to be shown. */
  geoTarget: string;
  /** BCP 47. */
  language: string;
  /** What a visitor is to do: buy, sign up, ask for a quote. */
  primaryConversion: string;
  targetAudience: string;
  valueProposition: string;
};

export type KeywordCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};

/** What a plan holds: exact-match keywords of two campaigns, and negatives. */
export type KeywordPlanContents = {
  company: CompanyMetadata;
  brand: KeywordCampaign;
  nonBrand: KeywordCampaign;
  /** Of both campaigns. */
  sharedNegatives: readonly NegativeKeyword[];
};

/** A user's plan. */
export type KeywordPlan = KeywordPlanContents & {
  id: string;
  userId: number;
  /** From 1; the newest is the one that counts. */
  version: number;
  /** The task that made it. */
  taskId: string;
  model: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

export const keywordsPerCampaign = 10;
/** More negatives than this help nobody. */
const mostNegatives = 100;

/** Names that a plan's keywords are judged by. */
export type PlanNames = {
  /** Ways to write the company's own name; see `brandTerms`. */
  brand: readonly string[];
  /** Names of its competitors, which are others' trademarks. */
  competitors: readonly string[];
};

const legalForm = /\s(inc|llc|ltd|limited|gmbh|ag|corp|co|company|plc|bv|oy|ab|sa|srl|pvt)$/u;

/** The ways in which people write a company's name: as it is, in one word, and as its domain has it. */
export function brandTerms(name: string, domain: string): string[] {
  const plain = keywordText(name).replace(legalForm, '');
  const label = keywordText((domain.split('.')[0] ?? '').replaceAll('-', ' '));
  const ways = [plain, plain.replaceAll(' ', ''), label, label.replaceAll(' ', '')];
  return [...new Set(ways)].filter((way) => way.length >= 2);
}

/** A campaign as a model proposes it. */
export type ProposedCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};
export type ProposedPlan = Omit<KeywordPlanContents, 'brand' | 'nonBrand'> & {
  brand: ProposedCampaign;
  nonBrand: ProposedCampaign;
};

/**
 * A proposed plan by the rules: what breaks one is left out or mended, and what is then missing is told. Exactly ten
 * keywords in each campaign, none twice, all within the search engine's limits; the company's name in every brand keyword and
 * in no other; no competitor's name; no negative that blocks a keyword it could meet; the company's name as a negative of the
 * non-brand campaign, so that searches for it land in the brand campaign.
 */
export function judgedPlan(
  proposed: ProposedPlan,
  names: PlanNames,
): { plan: KeywordPlanContents; problems: string[] } {
  const isBrand = (text: string) => names.brand.some((term) => containsPhrase(text, term));
  const isCompetitor = (text: string) => names.competitors.some((name) => containsPhrase(text, name));
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
      const fault = keywordFault(text) ?? wrong(text) ?? (taken.has(text) ? 'stands there twice' : null);
      if (fault) wrongs.push(`"${text.slice(0, 100)}" ${fault}`);
      else if (good.length < keywordsPerCampaign) {
        good.push(text);
        taken.add(text);
      }
    }
    if (good.length < keywordsPerCampaign)
      problems.push(
        `${campaign}: ${keywordsPerCampaign - good.length} more keywords are needed${wrongs.length > 0 ? `; ${wrongs.slice(0, 20).join('; ')}` : ''}`,
      );
    return good;
  };
  const competitor = (text: string) => (isCompetitor(text) ? 'names a competitor' : null);
  const brandKeywords = keywordsOf('brand', proposed.brand.keywords, (text) =>
    isBrand(text) ? competitor(text) : "lacks the company's name",
  );
  const nonBrandKeywords = keywordsOf('non_brand', proposed.nonBrand.keywords, (text) =>
    isBrand(text) ? "holds the company's name" : competitor(text),
  );

  const brandNegatives = names.brand.map((text) => ({ text, matchType: 'phrase' as const }));
  const plan = {
    company: proposed.company,
    brand: {
      name: proposed.brand.name,
      keywords: brandKeywords,
      negatives: negativesOf(proposed.brand.negatives, brandKeywords),
    },
    nonBrand: {
      name: proposed.nonBrand.name,
      keywords: nonBrandKeywords,
      negatives: negativesOf([...brandNegatives, ...proposed.nonBrand.negatives], nonBrandKeywords),
    },
    sharedNegatives: negativesOf(proposed.sharedNegatives, [...brandKeywords, ...nonBrandKeywords]),
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
  return [...known.values()].slice(0, mostNegatives);
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

/** Names of competitors as keywords are judged by: those too short to tell from words of the language are left out. */
export const competitorNames = (names: readonly string[], brand: readonly string[]): string[] =>
  [...new Set(names.map((name) => keywordText(name).replace(legalForm, '')))].filter(
    (name) => (wordsOf(name).length > 1 || name.length >= 5) && !brand.includes(name),
  );
