import fc from 'fast-check';
import { composed, findFolded, fold } from '#shared/search/rules/fold.ts';

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
  expect(fold(text)).toBe(fold(other));
});

it('keeps accents, signs and everything else apart', () => {
  expect(fold('é')).not.toBe(fold('e'));
  expect(fold('%_.*\\"\'')).toBe('%_.*\\"\'');
});

it('does not change what is folded', () => {
  fc.assert(fc.property(anyText, (text) => expect(fold(fold(text))).toBe(fold(text))));
});

it('does not see case, as far as a language writes one letter for another', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(fold(text.toLowerCase())).toBe(fold(text));
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
      if (fold(other) !== fold(character)) seen.push(`${character} ${other}`);
  }
  expect(seen).toEqual([]);
});

it('says where the original holds what was found, in whole characters', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, query, after) => {
      const text = composed(before + query + after);
      const found = findFolded(text, fold(query));
      // Composing may have drawn the query into its neighbours.
      fc.pre(found !== null && fold(query) !== '');
      if (!found) return;
      const part = text.slice(found.start, found.end);
      expect(part.isWellFormed()).toBe(true);
      expect(fold(part)).toContain(fold(query));
      // Nothing more than it needs.
      const characters = [...part];
      expect(fold(characters.slice(1).join(''))).not.toContain(fold(query));
      expect(fold(characters.slice(0, -1).join(''))).not.toContain(fold(query));
    }),
  );
});
