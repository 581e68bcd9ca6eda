import fc from 'fast-check';
import { composed, findFolded, normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 20 });

it.each([
  ['Straße', 'STRASSE', 'a sharp s is two'],
  ['STRAẞE', 'strasse', 'a capital one too'],
  ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς', 'a sigma at the end is a sigma'],
  ['İSTANBUL', 'istanbul', 'dotted and dotless i are one'],
  ['ISPARTA', 'ısparta', 'dotted and dotless i are one'],
  ['café', 'CAFE\u0301', 'a letter with an accent is the two of them'],
  ['\u212bngström', 'ångström', 'letters that look alike by their standard are one'],
  ['ﬁlm', 'FILM', 'a ligature is its letters'],
  ['ǅungla', 'ǆungla', 'letters of three cases'],
  ['ПРИВЕТ', 'привет', 'any alphabet'],
])('%s is found as %s: %s', (text, other) => {
  expect(normalizeForSearch(text)).toBe(normalizeForSearch(other));
});

it('keeps accents, signs and everything else apart', () => {
  expect(normalizeForSearch('é')).not.toBe(normalizeForSearch('e'));
  expect(normalizeForSearch('%_.*\\"\'')).toBe('%_.*\\"\'');
});

it('does not change what is folded', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
    }),
  );
});

it('does not see case, as far as a language writes one letter for another', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(normalizeForSearch(text.toLowerCase())).toBe(normalizeForSearch(text));
    }),
  );
});

it('sees no case of any character there is, however it is composed', () => {
  const seen: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    const others = [character.toUpperCase(), character.toLowerCase()];
    for (const other of [...others, ...others.map((text) => text.normalize('NFD'))])
      if (normalizeForSearch(other) !== normalizeForSearch(character)) seen.push(`${character} ${other}`);
  }
  expect(seen).toEqual([]);
});

it('says where the original holds what was found, in whole characters', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, query, after) => {
      const text = composed(before + query + after);
      const found = findFolded(text, normalizeForSearch(query));
      fc.pre(found !== null && normalizeForSearch(query) !== '');
      if (!found) return;
      const part = text.slice(found.start, found.end);
      expect(part.isWellFormed()).toBe(true);
      expect(normalizeForSearch(part)).toContain(normalizeForSearch(query));
      const characters = [...part];
      expect(normalizeForSearch(characters.slice(1).join(''))).not.toContain(normalizeForSearch(query));
      expect(normalizeForSearch(characters.slice(0, -1).join(''))).not.toContain(normalizeForSearch(query));
    }),
  );
});
