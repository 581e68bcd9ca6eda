import { contentsOf, isSame } from '#lib/ops/restore/contents.ts';

afterEach(() => vi.restoreAllMocks());

it('a restore of an hour tolerates expiring items', () => {
  const begun = Date.now();
  const items = Array.from({ length: 4 * 1440 }, (_, minute) => ({
    pk: { S: `SESSION#${minute}` },
    ttl: { N: String(Math.floor(begun / 1000) + (minute - 1440) * 60) },
  }));
  const wanted = contentsOf(items);
  vi.spyOn(Date, 'now').mockReturnValue(begun + 3_600_000);
  const left = items.filter(({ ttl }) => Number(ttl.N) > begun / 1000);
  expect(isSame(contentsOf(left), wanted)).toBe(true);
  expect(isSame(contentsOf(left.slice(0, -1)), wanted)).toBe(false);
});
