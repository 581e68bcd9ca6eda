import fc from 'fast-check';
import { addDigests, digestOf, emptyDigest } from '#shared/backup/rules/item-digest.ts';

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({ S: fc.string() }),
    fc.record({ N: fc.integer().map(String) }),
    fc.record({ SS: fc.uniqueArray(fc.string(), { minLength: 1 }) }),
    fc.record({ NS: fc.uniqueArray(fc.integer().map(String), { minLength: 1 }) }),
    fc.record({ BS: fc.uniqueArray(fc.base64String(), { minLength: 1 }) }),
    fc.record({ L: fc.array(tie('any')) }),
    fc.record({ M: fc.dictionary(fc.string(), tie('any')) }),
  ),
})).any;
const item = fc.dictionary(fc.string({ minLength: 1 }), value, { minKeys: 1 });

const sets = new Set(['SS', 'NS', 'BS']);
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, sets.has(name) && Array.isArray(inner) ? [...inner].reverse() : turned(inner)]),
  );
};

describe('the digest of items', () => {
  it('the digest of items does not depend on order or files', () => {
    fc.assert(
      fc.property(fc.array(item), fc.nat(), (items, cut) => {
        const whole = digestOf(items);
        expect(digestOf(items.map(turned).reverse() as typeof items)).toBe(whole);
        const at = cut % (items.length + 1);
        expect(addDigests([digestOf(items.slice(0, at)), digestOf(items.slice(at))])).toBe(whole);
      }),
    );
  });

  it('the digest of items changes with any value, name, type or count', () => {
    const one = { pk: { S: 'a' }, list: { L: [{ S: '1' }, { S: '2' }] } };
    const others = [
      [],
      [one, one],
      [one, one, one],
      [{ ...one, pk: { S: 'b' } }],
      [{ ...one, pk: { N: '1' } }],
      [{ pk: { S: 'a' }, lists: one.list }],
      [{ ...one, list: { L: [{ S: '2' }, { S: '1' }] } }],
      [{ ...one, more: { NULL: true } }],
    ];
    const digests = [digestOf([one]), ...others.map(digestOf)];
    expect(new Set(digests).size).toBe(digests.length);
    expect(digestOf([])).toBe(emptyDigest);
  });
});
