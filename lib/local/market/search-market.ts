import type { MadeUpCompany } from './company.ts';
import { companies } from './market.ts';
import { noisePages } from './noise-pages.ts';

export type Found = { url: string; title: string; content: string; score: number };

type Page = Omit<Found, 'score'> & { words: ReadonlySet<string>; country: string | null };

const wordsOf = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => word.replace(/(?<=\p{L}{3})e?s$/u, '')),
  );

const pages: readonly Page[] = [
  ...companies.map(({ name, domain, category, products, description, country }) => ({
    url: `https://${domain}/`,
    title: `${name} | ${products.slice(0, 2).join(', ')}`,
    content: description,
    words: wordsOf([name, category, description, ...products].join(' ')),
    country,
  })),
  ...noisePages.map(({ url, title, content }) => ({
    url,
    title,
    content,
    words: wordsOf(title),
    country: null,
  })),
];

const pagesWith = (word: string) => pages.filter(({ words }) => words.has(word)).length;

const maxOfSite = 2;

export function searchMarket(query: string, { most, country }: { most: number; country?: string | null }): Found[] {
  const queryWords = wordsOf(query);
  const named = [
    ...queryWords,
    ...wordsOf(
      companies
        .filter(isNamedIn(queryWords))
        .map(({ category }) => category)
        .join(' '),
    ),
  ];
  const weights = [...new Set(named)].map((word): [string, number] => {
    const matchingPages = pagesWith(word);
    return [word, matchingPages === 0 ? 0 : Math.log(1 + pages.length / matchingPages)];
  });
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (all === 0) return [];
  const ofSite = new Map<string, number>();
  return pages
    .map(({ url, title, content, words, country: at }) => {
      const shared = weights.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0) / all;
      const isNear = at !== null && at === country;
      return { url, title, content, score: Math.round(shared * (isNear ? 0.99 : 0.9) * 10_000) / 10_000 };
    })
    .filter(({ score }) => score > 0.2)
    .sort((a, b) => b.score - a.score)
    .filter(({ url }) => {
      const { hostname } = new URL(url);
      ofSite.set(hostname, (ofSite.get(hostname) ?? 0) + 1);
      return (ofSite.get(hostname) ?? 0) <= maxOfSite;
    })
    .slice(0, most);
}

const isNamedIn =
  (asked: ReadonlySet<string>) =>
  ({ name }: MadeUpCompany) =>
    [...wordsOf(name)].every((word) => asked.has(word));
