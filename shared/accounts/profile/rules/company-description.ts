export type TextFlaw = 'too_short' | 'only_a_link' | 'not_words' | 'repeated' | 'random_letters';

// These scripts write a word in one or two characters, often without blanks.
const dense = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}]/u;
const link = /(?:https?:\/\/|www\.)\S+|[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]+\.\p{L}{2,}|\b(?:[\p{L}\d-]+\.)+\p{L}{2,}\b(?:\/\S*)?/giu;

export const plainDescription = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFKC')
    // Invisible characters could hide words from a moderator.
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

export function flawOf(text: string): TextFlaw | null {
  const words = lettersOnly(text.replaceAll(link, ' '));
  if (words.length === 0) return lettersOnly(text).length > 0 ? 'only_a_link' : 'not_words';
  const letters = words.join('');
  const written = text.replaceAll(link, '').replaceAll(' ', '');
  if ([...letters].length < [...written].length / 2) return 'not_words';
  if (weightOf(letters) < 8) return 'too_short';
  if (isRepeated(words, letters)) return 'repeated';
  return isRandom(words) ? 'random_letters' : null;
}

const lettersOnly = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

const weightOf = (letters: string) => [...letters].reduce((sum, letter) => sum + (dense.test(letter) ? 4 : 1), 0);

function isRepeated(words: readonly string[], letters: string): boolean {
  if (new Set(letters).size <= 2) return true;
  if (/^(.{1,8}?)\1{2,}.{0,7}$/u.test(letters)) return true;
  return words.length >= 4 && new Set(words).size / words.length < 0.34;
}

function isRandom(words: readonly string[]): boolean {
  const sizeOf = (some: readonly string[]) => some.reduce((sum, word) => sum + word.length, 0);
  return sizeOf(words.filter(isUnspeakable)) > 0.6 * sizeOf(words);
}

// A finger sliding over a keyboard makes a long run of neighbouring keys; real words have shorter runs.
const rows = [
  ...runsOf(5, 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'йцукенгшщзх', 'фывапролдж', 'ячсмитьбю'),
  ...runsOf(4, 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'),
];

function runsOf(length: number, ...keyRows: string[]): string[] {
  const bothWays = keyRows.flatMap((row) => [row, [...row].reverse().join('')]);
  return bothWays.flatMap((row) => Array.from({ length: row.length - length + 1 }, (_, at) => row.slice(at, at + length)));
}

function isUnspeakable(word: string): boolean {
  if (rows.some((run) => word.includes(run))) return true;
  const latin = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (latin.length < 5 || !/^[a-z]+$/.test(latin)) return false;
  const vowels = latin.match(/[aeiouy]/g)?.length ?? 0;
  return vowels === 0 || (/[^aeiouy]{6}/.test(latin) && vowels / latin.length < 0.2);
}
