import { itemCache } from '../src/item-cache.ts';

const key = (sk: string, pk = 'p') => ({ pk, sk });
function scene() {
  const cache = itemCache();
  let reads = 0;
  const get = (table: number, at: { pk: string; sk: string }, text = '{"a":{"M":{"x":{"S":"y"}}}}') =>
    cache.get(table, at, () => {
      reads++;
      return text;
    });
  const readsOf = (work: () => void) => {
    reads = 0;
    work();
    return reads;
  };
  return { cache, get, readsOf };
}

it('an item is read once for its table and its whole key, until it is forgotten', () => {
  const { cache, get, readsOf } = scene();
  expect(readsOf(() => get(1, key('a')))).toBe(1);
  expect(readsOf(() => get(1, key('a')))).toBe(0);
  const others = [() => get(2, key('a')), () => get(1, key('b')), () => get(1, key('a', 'q'))];
  for (const other of others) expect(readsOf(other)).toBe(1);
  expect(readsOf(() => [get(1, key('c b', 'a')), get(1, key('b', 'a c'))])).toBe(2);
  cache.forget(1, key('a'));
  expect(readsOf(() => get(1, key('a')))).toBe(1);
  expect(readsOf(() => get(2, key('a')))).toBe(0);
  cache.clear();
  expect(readsOf(() => get(1, key('a')))).toBe(1);
});

it('an item of up to 4,096 characters is kept, a larger or a missing one is not, and no part can be changed', () => {
  const { cache, get, readsOf } = scene();
  const text = (length: number) => `{"a":{"S":"${'x'.repeat(length - 14)}"}}`;
  for (const [length, reads] of [
    [4096, 1],
    [4097, 2],
  ] as const)
    expect(readsOf(() => [1, 2].map(() => get(1, key(`${length}`), text(length))))).toBe(reads);
  let missCount = 0;
  const missing = () => cache.get(1, key('none'), () => void missCount++);
  expect([missing(), missing(), missCount]).toEqual([undefined, undefined, 2]);
  const item = get(1, key('a')) as { a: { M: { x: object } } };
  for (const part of [item, item.a, item.a.M, item.a.M.x]) expect(Object.isFrozen(part)).toBe(true);
});

it('items that are read again outlive five thousand others, and the others go', () => {
  const { get, readsOf } = scene();
  get(1, key('kept'));
  for (let i = 0; i < 4999; i++) get(1, key(`a${i}`));
  get(1, key('b'));
  expect(readsOf(() => get(1, key('kept')))).toBe(0);
  for (let i = 0; i < 5000; i++) get(1, key(`c${i}`));
  expect(readsOf(() => get(1, key('kept')))).toBe(0);
  expect(readsOf(() => get(1, key('a1')))).toBe(1);
});
