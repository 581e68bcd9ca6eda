import { floorId } from './operations.ts';
import { resultsOf } from './rounds.ts';
import { median, percentile } from './statistics.ts';

it('the bench takes ratios within a round', () => {
  const operations = [floorId, 'raw-get-put', 'x'].map((id) => ({ id, label: id, run: async () => {} }));
  const rounds = [1, 10, 1].map((slower) =>
    operations.map(({ id }, i) => ({
      id,
      inFlight: 1,
      opsPerSecond: ([1000, 500, 250][i] ?? 0) / slower,
      p50Ms: slower,
      p99Ms: slower,
      hostCpuMicros: undefined,
      engineCpuMicros: 100,
    })),
  );
  const [, , result] = resultsOf(operations, rounds);
  expect(result).toMatchObject({ ofFloor: 0.25, ofGetPut: 0.5, p50Ms: 1, engineCpuMicros: 100 });
  expect(result?.hostCpuMicros).toBeUndefined();
});

it('the bench knows medians and percentiles', () => {
  expect(median([3, 1, 2, 10])).toBe(2.5);
  const upTo100 = Array.from({ length: 100 }, (_, i) => i + 1);
  expect([percentile(upTo100, 0.5), percentile(upTo100, 0.99), percentile([7], 0.99)]).toEqual([50, 99, 7]);
});
