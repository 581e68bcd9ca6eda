import { lightDiscoveries } from '#shared/competitors/start-light-discovery.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { tableIn } from '#test/backup/scene.ts';
import { newWorld } from '#test/kit/harness.ts';

it('parallel sign-ups count in parts, never above the limit', async () => {
  const world = await newWorld();
  const limits = rateLimitsIn(tableIn(world, 'accounts'), { now: () => world.clock.now });
  const ids = Array.from({ length: 400 }, (_, n) => `lite_${n}`);
  const taken = await Promise.all(ids.map((id) => limits.take(...lightDiscoveries(200, id), id)));
  const allowed = taken.filter(({ isAllowed }) => isAllowed).length;
  expect(allowed).toBeLessThanOrEqual(200);
  expect(allowed).toBeGreaterThan(170);
  expect(new Set(ids.map((id) => lightDiscoveries(200, id)[1])).size).toBe(16);
  const again = await limits.take(...lightDiscoveries(200, ids[0] as string), ids[0] as string);
  expect(again.isAllowed).toBe(taken[0]?.isAllowed);
});

it('a small limit is not split', () => {
  expect(lightDiscoveries(20, 'lite_1')).toEqual([{ name: 'lite-discoveries', limit: 20, windowSeconds: 3600 }, 'all']);
});
