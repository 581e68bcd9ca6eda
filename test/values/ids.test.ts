import fc from 'fast-check';
import { apiKeyOf, hasValidChecksum, newApiKey, newId, randomText, sha256 } from '#shared/values/ids.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('random text', () => {
  it('random text has the asked length and only digits and letters, each about equally often', () => {
    const text = randomText(62_000);
    expect(text).toMatch(/^[0-9A-Za-z]{62000}$/);
    const counts = [...alphabet].map((letter) => text.split(letter).length - 1);
    // The standard deviation is 31, and six deviations are beyond any run.
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1200);
    for (const length of [0, 1, 22, 43]) expect(randomText(length)).toHaveLength(length);
  });

  it('random text does not repeat', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => newId('s'))).size).toBe(10_000);
    expect(newId('s')).toMatch(/^s_[0-9A-Za-z]{22}$/);
  });
});

describe('a key of a digest', () => {
  it('a key of a digest has the form of every key, and is the same for the same digest only', () => {
    const digests = ['0'.repeat(64), 'f'.repeat(64), sha256('a'), sha256('b'), `${'0'.repeat(63)}1`];
    const keys = digests.map((digest) => apiKeyOf('sk_live_', digest));
    for (const key of keys) {
      expect(key).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
      expect(hasValidChecksum(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(digests.length);
    expect(digests.map((digest) => apiKeyOf('sk_live_', digest))).toEqual(keys);
  });

  it('a key of a digest holds every bit of it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const digest = Buffer.from(bytes).toString('hex');
        const digits = [...apiKeyOf('sk_test_', digest).slice(8, -6)];
        const value = digits.reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n);
        expect(value.toString(16).padStart(64, '0')).toBe(digest);
      }),
    );
  });
});

describe('the checksum of a key', () => {
  it('the checksum of a key holds for every issued key', () => {
    for (const prefix of ['pk_live_', 'sk_live_', 'pk_test_', 'sk_test_']) {
      const key = newApiKey(prefix);
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{49}$`));
      expect(hasValidChecksum(key)).toBe(true);
    }
  });

  it('the checksum of a key catches a changed character, swapped neighbours, a lost and an added character', () => {
    fc.assert(
      fc.property(fc.nat(56), fc.constantFrom(...alphabet), (at, letter) => {
        const key = newApiKey('sk_live_');
        const wrong = [
          key.slice(0, at) + letter + key.slice(at + 1),
          key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2),
          key.slice(0, at) + key.slice(at + 1),
          key.slice(0, at) + letter + key.slice(at),
        ];
        for (const other of wrong) if (other !== key) expect([key, other, hasValidChecksum(other)]).toEqual([key, other, false]);
      }),
    );
  });

  it.each(['', 'a', 'abcdef', 'sk_live_', 'sk_live_000000', `sk_live_${'é'.repeat(49)}`])('the checksum of a key fails for %j', (text) => {
    expect(hasValidChecksum(text)).toBe(false);
  });
});

it('sha256 is that of the UTF-8 text', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
});
