import { cutText } from '#shared/values/cut-text.ts';

export type CompanyProfile = {
  name: string;
  category: string;
  product: string;
  segment: string;
  geography: string;
  country: string | null;
  /** The language tag is BCP 47. */
  language: string;
  description: string;
  searchTerms: readonly string[];
};

export const maxQueries = 6;
const maxCharacters = 120;

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
  const seenQueries = new Set(round === 2 ? discoveryQueries(profile, 1).map((query) => query.toLowerCase()) : []);
  return plain
    .filter((query) => query && !seenQueries.has(query.toLowerCase()) && seenQueries.add(query.toLowerCase()))
    .slice(0, maxQueries);
}
