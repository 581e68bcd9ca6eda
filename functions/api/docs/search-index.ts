import { nearestName } from '#shared/values/nearest-name.ts';
import { anchorOf } from './page-address.ts';
import { sectionsOf } from './page-markdown.ts';
import type { Pages } from './pages.ts';

type Operation = { operationId: string; summary: string; description?: string; tags: string[] };
type Document = { paths: object };

/** An entry's `address` is relative to `/docs`; the address of an operation begins at `/docs` itself. */
export type Entry = { title: string; heading: string; address: string; isOperation: boolean; text: string };
export type SearchResult = Entry & { excerpt: string };
export type Answer = {
  words: string[];
  results: SearchResult[];
};
type Indexed = { entry: Entry; title: string; heading: string; text: string };

const maxResults = 30;
const maxWords = 8;
const excerptLength = 220;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const spaced = (text: string): string => ` ${wordsOf(text).join(' ')}`;

export function searchIndex(pages: Pages, { paths }: Document) {
  const entries = [...entriesOfPages(pages), ...entriesOfOperations(paths)];
  const indexed: Indexed[] = entries.map((entry) => ({
    entry,
    title: spaced(entry.title),
    heading: spaced(entry.heading),
    text: spaced(entry.text),
  }));
  const vocabulary = [...new Set(indexed.flatMap(({ title, heading, text }) => wordsOf(`${title} ${heading} ${text}`)))];

  const scoresOf = ({ entry, title, heading, text }: Indexed, words: readonly string[]): number[] =>
    words.map((word) => weight(title, word, entry.heading === '' ? 12 : 4) + weight(heading, word, 8) + weight(text, word, 1));
  const resultsOf = (words: readonly string[], least = words.length): SearchResult[] =>
    indexed
      .map((indexedEntry) => {
        const scores = scoresOf(indexedEntry, words).filter((score) => score > 0);
        return {
          entry: indexedEntry.entry,
          count: scores.length,
          score: scores.reduce((sum, score) => sum + score, 0),
        };
      })
      .filter(({ count }) => count >= least)
      .sort((a, b) => b.count - a.count || b.score - a.score)
      .slice(0, maxResults)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));

  return (question: string): Answer => {
    const words = [...new Set(wordsOf(question))].slice(0, maxWords);
    if (words.length === 0) return { words, results: [] };
    const results = resultsOf(words);
    if (results.length > 0) return { words, results };
    const nearest = words.map((word) =>
      vocabulary.some((term) => term.startsWith(word)) ? word : (nearestName(word, vocabulary) ?? word),
    );
    const whole = resultsOf(nearest);
    return { words: nearest, results: whole.length > 0 ? whole : resultsOf(nearest, 1) };
  };
}

const weight = (text: string, word: string, full: number): number =>
  `${text} `.includes(` ${word} `) ? full * 2 : text.includes(` ${word}`) ? full : 0;

const entriesOfPages = (pages: Pages): Entry[] =>
  Object.entries(pages).flatMap(([address, { title, markdown }]) =>
    sectionsOf(markdown).map(({ heading, text }) => ({
      title,
      heading,
      text,
      isOperation: false,
      address: heading === '' ? address : `${address}#${anchorOf(heading)}`,
    })),
  );

const entriesOfOperations = (paths: object): Entry[] =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary, description = '', tags }]) => ({
      title: summary,
      heading: operationId,
      address: `../docs#tag/${tags[0]}/${operationId}`,
      isOperation: true,
      text: `${method.toUpperCase()} ${path} ${description.replaceAll('`', '')}`,
    })),
  );

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length);
  const from = at === text.length || at < excerptLength / 2 ? 0 : text.lastIndexOf(' ', at - 60) + 1;
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? '… ' : ''}${part}${from + excerptLength < text.length ? '…' : ''}`;
}
