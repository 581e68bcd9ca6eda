import { spawnSync } from 'node:child_process';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { chooser, sources } from './choose.ts';
import { readMap } from './test-map.ts';

const map = readMap();

it('the map of the tests was recorded at most 200 commits ago: npm test -- --record', () => {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', '--no-merges', `${map.commit}..HEAD`], {
    encoding: 'utf8',
  });
  // An archive of the sources has no history.
  if (spawnSync('git', ['rev-parse', '--git-dir']).status === 0) expect([status, Number(stdout) <= 200]).toEqual([0, true]);
});

it('the tests of a changed file cost at most 40 seconds of CPU in the median of 40 files', () => {
  const random = seeded(58);
  const files = sources();
  const choose = chooser(map);
  const secondsOf = new Map(map.tests);
  const costs = Array.from({ length: 40 }, () => {
    const path = files[Math.floor(random() * files.length)] as string;
    return choose({ path }).reduce((sum, test) => sum + (secondsOf.get(test) ?? 0), 0);
  }).toSorted((a, b) => a - b);
  expect(costs[20]).toBeLessThanOrEqual(40);
});
