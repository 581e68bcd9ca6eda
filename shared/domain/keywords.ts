/** The search engine's limits on a keyword's text (reference vendors 5.2). */
export const mostCharacters = 80;
export const mostWords = 10;

export const negativeMatchTypes = ['exact', 'phrase', 'broad'] as const;
/** A search with it is not answered with an ad: equal (`exact`), words in a row (`phrase`), or all words anywhere (`broad`). */
export type NegativeKeyword = { text: string; matchType: (typeof negativeMatchTypes)[number] };

/** What the search engine takes in a keyword: letters, marks, digits and a few signs. */
const refused = /[^\p{L}\p{M}\p{N} &'’.+#/_-]+/gu;

/** A keyword as it is compared and stored: lower case, single spaces, without what the search engine refuses. */
export const keywordText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(refused, ' ')
    .split(/\s+/u)
    // A sign alone is no word, and one at the edge means something to the search engine.
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}+#]+$/gu, ''))
    .filter(Boolean)
    .join(' ');

export const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

/** Why a text that `keywordText` gave cannot be a keyword, in a few words; `null` when it can. */
export function keywordFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  return wordsOf(text).length > mostWords ? `has more than ${mostWords} words` : null;
}

/** Whether the words of `phrase` stand in `text` in a row. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  phrase !== '' && ` ${text} `.includes(` ${phrase} `);

/** Whether a search for the exact keyword would be held back. Negatives know no close variants. */
export function blocks({ text, matchType }: NegativeKeyword, keyword: string): boolean {
  if (matchType === 'exact') return text === keyword;
  if (matchType === 'phrase') return containsPhrase(keyword, text);
  const words = new Set(wordsOf(keyword));
  return wordsOf(text).length > 0 && wordsOf(text).every((word) => words.has(word));
}
