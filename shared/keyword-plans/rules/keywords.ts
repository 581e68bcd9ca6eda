/** The search engine's limits on a keyword's text (docs/api/vendors.md#search-ads). */
export const maxCharacters = 80;
export const maxWords = 10;

export const negativeMatchTypes = ['exact', 'phrase', 'broad'] as const;
/**
 * A search that matches it shows no ad: equal (`exact`), words in sequence (`phrase`), or all words in any
 * order (`broad`).
 */
export type NegativeKeyword = { text: string; matchType: (typeof negativeMatchTypes)[number] };

/** The search engine accepts letters, marks, digits and a few signs in a keyword. */
const refused = /[^\p{L}\p{M}\p{N} &'.+#/_-]+/gu;

/** Normalizes a keyword: lower case, single spaces, without characters that the search engine rejects. */
export const keywordText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(refused, ' ')
    .split(/\s+/u)
    // A sign alone is no word, and a sign at the edge has a meaning for the search engine.
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}+#]+$/gu, ''))
    .filter(Boolean)
    .join(' ');

// These scripts have no spaces between words.
const names = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspaced = `[${names.map((name) => `\\p{scx=${name}}`).join('')}]`;
const runs = new RegExp(`${unspaced}{2}`, 'u');
const needless = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, 'gu');
const insideWord = new RegExp(`^(?!${unspaced})[\\p{L}\\p{N}]$`, 'u');

let segmenter: Intl.Segmenter | undefined;

/** Splits a keyword into words, with a dictionary for scripts without spaces. */
export const wordsOf = (text: string): string[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => {
      if (!runs.test(word)) return word;
      segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
      return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
    });

/**
 * Two texts are the same keyword if this is equal, because spaces are irrelevant in scripts without spaces.
 */
export const sameKeyword = (text: string) => text.replaceAll(needless, '');

/** Returns why a normalized text cannot be a keyword, in a few words, or `null`. */
export function keywordFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > maxCharacters) return `has more than ${maxCharacters} characters`;
  return wordsOf(text).length > maxWords ? `has more than ${maxWords} words` : null;
}

/**
 * Returns whether `text` contains `phrase` as consecutive words: `northwind` is in `northwind's shoes` and
 * not in `northwinds`. In scripts without spaces it may be anywhere, because word boundaries are unknown.
 */
export function containsPhrase(text: string, phrase: string): boolean {
  const [all, part] = [sameKeyword(text), sameKeyword(phrase)];
  for (let at = all.indexOf(part); part !== '' && at >= 0; at = all.indexOf(part, at + 1))
    if (isEdge(all, at) && isEdge(all, at + part.length)) return true;
  return false;
}

/** Returns whether a word may start or end at a position. */
function isEdge(text: string, at: number): boolean {
  const before =
    [
      ...text
        .slice(0, at)
        .replace(/\p{M}+$/u, '')
        .slice(-2),
    ].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return !/\p{M}/u.test(after) && !(insideWord.test(before) && insideWord.test(after));
}

/** Returns whether a negative blocks a search for the exact keyword. Negatives have no close variants. */
export function blocks({ text, matchType }: NegativeKeyword, keyword: string): boolean {
  if (matchType === 'exact') return sameKeyword(text) === sameKeyword(keyword);
  if (matchType === 'phrase') return containsPhrase(keyword, text);
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => containsPhrase(keyword, word));
}
