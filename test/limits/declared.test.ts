import { endpoints } from '#functions/groups.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { tableAt } from '#shared/store/table.ts';
import { declaredLimits } from '#test/kit/declared-limits.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const declared = Map.groupBy(
  endpoints.flatMap(({ id, rateLimit, callLimit }) => [rateLimit, callLimit].flatMap((limit) => (limit ? [{ id, ...limit }] : []))),
  ({ name }) => name,
);

describe('the limits that endpoints declare', () => {
  it.each(Object.entries(declaredLimits))('%s', (name, [limit, windowSeconds, ids]) => {
    const some = declared.get(name) ?? [];
    expect(some.map(({ id }) => id).sort()).toEqual(ids.split(' '));
    for (const { id, ...declaredLimit } of some) expect({ id, ...declaredLimit }).toEqual({ id, name, limit, windowSeconds });
  });

  it('the limits that endpoints declare are all in the table', () => {
    expect([...declared.keys()].filter((name) => !(name in declaredLimits))).toEqual([]);
  });

  it('the limits that endpoints declare allow their number in a window, refuse the next to its last millisecond, and start anew at its end', async () => {
    const { prefix, clock } = await newWorld();
    const rateLimits = rateLimitsIn(tableAt(`${prefix}accounts`, testDynamo()), { now: () => clock.now });
    const startedAt = clock.now;
    for (const [name, [limit, windowSeconds]] of Object.entries(declaredLimits)) {
      const take = async () => (await rateLimits.take({ name, limit, windowSeconds }, 'caller')).isAllowed;
      clock.now = startedAt;
      for (let use = 1; use <= Math.min(limit, 30); use++) expect(await take(), `${name}: use ${use}`).toBe(true);
      if (limit > 30) continue;
      clock.now = startedAt + windowSeconds * 1000 - 1;
      expect(await take(), `${name}: one use more, in the last millisecond`).toBe(false);
      clock.now += 1;
      expect(await take(), `${name}: in the next window`).toBe(true);
    }
  });
});
