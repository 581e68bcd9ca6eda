/**
 * A part of a text folds to a part of its folded text (NFC). Lower, upper and lower case again makes ß and ẞ `ss`, and
 * ς, σ and Σ one letter. İ, I, ı and i are one letter. Accents stay.
 */
export function normalizeForSearch(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (const character of composed(text)) folded += foldCharacter(character);
  return folded;
}

export const composed = (text: string) => text.toWellFormed().normalize('NFC');

export function findFolded(text: string, foldedQuery: string): { start: number; end: number } | null {
  const at = normalizeForSearch(text).indexOf(foldedQuery);
  if (at < 0) return null;
  const until = at + foldedQuery.length;
  let start = -1;
  let place = 0;
  let folded = 0;
  for (const character of composed(text)) {
    const length = foldCharacter(character).length;
    if (start < 0 && folded + length > at) start = place;
    place += character.length;
    folded += length;
    if (folded >= until && start >= 0) break;
  }
  return { start: Math.max(start, 0), end: place };
}

const dotAbove = '\u0307';
const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  let folded = foldedCharacters.get(character);
  if (folded === undefined) {
    // NFC composes the three capitals of ΐ to two characters.
    folded = character.toLowerCase().toUpperCase().normalize('NFC').toLowerCase().replaceAll(dotAbove, '');
    foldedCharacters.set(character, folded);
  }
  return folded;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);
