/** The search engine's limits on a keyword's text (docs/api/vendors.md#search-ads). */
export const maxCharacters = 80;
export const maxWords = 10;

export const negativeMatchTypes = ['exact', 'phrase', 'broad'] as const;
/** A search with it is not answered with an ad: equal (`exact`), words in a row (`phrase`), or all words anywhere (`broad`). */
export type NegativeKeyword = { text: string; matchType: (typeof negativeMatchTypes)[number] };

/** What the search engine takes in a keyword: letters, marks, digits and a few signs. */
const refused = /[^\p{L}\p{M}\p{N} &'.+#/_-]+/gu;

/** A keyword as it is compared and stored: lower case, single spaces, without what the search engine refuses. */
export const keywordText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(refused, ' ')
    .split(/\s+/u)
    // A sign alone is no word, and one at the edge means something to the search engine.
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}+#]+$/gu, ''))
    .filter(Boolean)
    .join(' ');

// Letters of scripts that put no spaces between words.
const names = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspaced = `[${names.map((name) => `\\p{scx=${name}}`).join('')}]`;
const runs = new RegExp(`${unspaced}{2}`, 'u');
const needless = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, 'gu');
const insideWord = new RegExp(`^(?!${unspaced})[\\p{L}\\p{N}]$`, 'u');

let segmenter: Intl.Segmenter | undefined;

/** The words of a keyword; where a script has no spaces, those that a dictionary finds. */
export const wordsOf = (text: string): string[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => {
      if (!runs.test(word)) return word;
      segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
      return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
    });

/** Two texts are one keyword when this is the same: spaces say nothing between letters of scripts that do without them. */
export const sameKeyword = (text: string) => text.replaceAll(needless, '');

/** Why a text that `keywordText` gave cannot be a keyword, in a few words; `null` when it can. */
export function keywordFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > maxCharacters) return `has more than ${maxCharacters} characters`;
  return wordsOf(text).length > maxWords ? `has more than ${maxWords} words` : null;
}

/**
 * Whether `text` has `phrase` as consecutive words: `northwind` in `northwind's shoes`, not in `northwinds`. In scripts
 * without spaces, anywhere, because word boundaries are unknown.
 */
export function containsPhrase(text: string, phrase: string): boolean {
  const [all, part] = [sameKeyword(text), sameKeyword(phrase)];
  for (let at = all.indexOf(part); part !== '' && at >= 0; at = all.indexOf(part, at + 1))
    if (isEdge(all, at) && isEdge(all, at + part.length)) return true;
  return false;
}

/** Whether a word may end or begin at a place of a text. */
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

/** Whether a search for the exact keyword would be held back. Negatives know no close variants. */
export function blocks({ text, matchType }: NegativeKeyword, keyword: string): boolean {
  if (matchType === 'exact') return sameKeyword(text) === sameKeyword(keyword);
  if (matchType === 'phrase') return containsPhrase(keyword, text);
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => containsPhrase(keyword, word));
}
