import { cutText } from '#shared/values/cut-text.ts';

/** The description of a company whose competitors are searched. */
export type CompanyProfile = {
  name: string;
  /** What kind of thing it sells, in a search's words. */
  category: string;
  /** Its main product, in a few words. */
  product: string;
  /** Its customers. */
  segment: string;
  /** Where it sells, in words; ISO 3166 of it when it is one country. */
  geography: string;
  country: string | null;
  /** BCP 47. */
  language: string;
  description: string;
  /** What its customers would type when they look for such a company, in their language. */
  searchTerms: readonly string[];
};

export const maxQueries = 6;
const maxCharacters = 120;

/**
 * What to search the web for: by the brand's name, by its category, by whom it serves. The second round asks other
 * questions than the first, when that one has not brought enough.
 */
export function discoveryQueries(profile: CompanyProfile, round: 1 | 2): string[] {
  const { name, category, product, segment, geography, searchTerms } = profile;
  const [first = '', ...more] = searchTerms;
  const wishes =
    round === 1
      ? [
          name && `${name} alternatives`,
          name && `${name} vs`,
          name && `${name} competitors`,
          category && `best ${category} ${geography}`,
          category && segment && `${category} for ${segment}`,
          first,
        ]
      : [
          product && `${product} brands`,
          name && `companies like ${name}`,
          category && `top ${category} companies`,
          product && `${product} ${geography}`,
          ...more,
          category,
        ];
  const plain = wishes.map((wish) => cutText(wish.replaceAll(/\s+/g, ' ').trim(), maxCharacters).trim());
  const seen = new Set(round === 2 ? discoveryQueries(profile, 1).map((query) => query.toLowerCase()) : []);
  return plain
    .filter((query) => query && !seen.has(query.toLowerCase()) && seen.add(query.toLowerCase()))
    .slice(0, maxQueries);
}
