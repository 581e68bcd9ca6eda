/** docs/api/vendors.md#search-ads has the limits. */
export const maxCharacters = 80;
export const maxWords = 10;

export const negativeMatchTypes = ['exact', 'phrase', 'broad'] as const;
/** A negative keyword blocks an equal search (`exact`), its words in sequence (`phrase`), or in any order (`broad`). */
export type NegativeKeyword = { text: string; matchType: (typeof negativeMatchTypes)[number] };

const refused = /[^\p{L}\p{M}\p{N} &'.+#/_-]+/gu;

export const keywordText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(refused, ' ')
    .split(/\s+/u)
    // A sign at the edge of a word has a meaning for the search engine, so it is removed.
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}+#]+$/gu, ''))
    .filter(Boolean)
    .join(' ');

// Texts in the listed scripts have no spaces between words.
const names = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspaced = `[${names.map((name) => `\\p{scx=${name}}`).join('')}]`;
const runs = new RegExp(`${unspaced}{2}`, 'u');
const needless = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, 'gu');
const insideWord = new RegExp(`^(?!${unspaced})[\\p{L}\\p{N}]$`, 'u');

let segmenter: Intl.Segmenter | undefined;

export const wordsOf = (text: string): string[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => {
      if (!runs.test(word)) return word;
      segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
      return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
    });

export const sameKeyword = (text: string) => text.replaceAll(needless, '');

export function keywordFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > maxCharacters) return `has more than ${maxCharacters} characters`;
  return wordsOf(text).length > maxWords ? `has more than ${maxWords} words` : null;
}

/** `northwind` is in `northwind's shoes`, not in `northwinds`. Scripts without spaces have unknown word boundaries. */
export function containsPhrase(text: string, phrase: string): boolean {
  const [all, part] = [sameKeyword(text), sameKeyword(phrase)];
  for (let at = all.indexOf(part); part !== '' && at >= 0; at = all.indexOf(part, at + 1))
    if (isEdge(all, at) && isEdge(all, at + part.length)) return true;
  return false;
}

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

/** Unlike keywords, negatives match no close variants. */
export function blocks({ text, matchType }: NegativeKeyword, keyword: string): boolean {
  if (matchType === 'exact') return sameKeyword(text) === sameKeyword(keyword);
  if (matchType === 'phrase') return containsPhrase(keyword, text);
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => containsPhrase(keyword, word));
}
