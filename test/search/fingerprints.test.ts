import fc from 'fast-check';
import { fingerprintsOf, minCharacters } from '#shared/search/rules/fingerprints.ts';
import { gramsOf } from '#shared/search/rules/trigrams.ts';

const letters = (of: Partial<fc.StringConstraints>) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b'), ...of }),
    fc.string({ unit: fc.constantFrom('a', 'e', 't', ' ', '日', '本', '😀'), ...of }),
  );

it('whatever is long enough has one, and every text with it has all of these', () => {
  fc.assert(
    fc.property(
      letters({ minLength: minCharacters, maxLength: 80 }),
      letters({}),
      letters({}),
      letters({}),
      (query, before, after, other) => {
        const asked = fingerprintsOf([query]);
        expect(asked.size).toBeGreaterThan(0);
        const text = fingerprintsOf([other, before + query + after]);
        expect(asked.difference(text)).toEqual(new Set());
      },
    ),
    { numRuns: 500 },
  );
});

it('a shorter text has none, nor have two short ones in a row', () => {
  expect(fingerprintsOf(['fourteen signs', 'as many here.'])).toEqual(new Set());
  expect(fingerprintsOf(['fifteen letters']).size).toBe(1);
});

it('texts of common words have about two for nine characters, of which they share few', () => {
  const words = ['the', 'shoe', 'of', 'and', 'trail', 'with', 'for', 'you', 'light', 'a'];
  const textOf = (seed: number) => Array.from({ length: 400 }, (_, i) => words[(i * i * seed + i * 7 + seed) % words.length]).join(' ');
  const [one, other] = [textOf(1), textOf(3)];
  const [ofOne, ofOther] = [fingerprintsOf([one]), fingerprintsOf([other])];
  expect(ofOne.size).toBeLessThan((one.length * 2) / 9 + 50);
  expect(ofOne.intersection(ofOther).size).toBeLessThan(ofOne.size / 3);
});

it('no fingerprint is the name of a piece of a text', () => {
  const text = 'hash#abc hash# #ab and so on, hash#1z';
  const pieces = gramsOf([text]);
  for (const fingerprint of fingerprintsOf([text])) expect(pieces.has(fingerprint)).toBe(false);
});
