import { countUncachedStarts } from '#functions/jobs/canary/code-caches.ts';
import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { log } from '#shared/log.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';

describe('starts without a code cache', () => {
  it('the canary counts starts without a code cache by the metric of its stage, over the last hour', async () => {
    const asked: unknown[] = [];
    const call = async (_: string, input: unknown) => {
      asked.push(input);
      return { MetricDataResults: [{ Id: 'refused', Values: [3, 4] }] };
    };
    const cloudWatch = cloudWatchOf(call, { stack: '', now: () => 7_200_000 });
    expect(await cloudWatch.uncachedStarts('prod')).toBe(7);
    expect(asked).toMatchObject([
      {
        StartTime: 3600,
        EndTime: 7200,
        MetricDataQueries: [
          {
            MetricStat: {
              Metric: {
                Namespace: 'adtrail',
                MetricName: 'code_cache_refused',
                Dimensions: [
                  { Name: 'service', Value: 'adtrail' },
                  { Name: 'stage', Value: 'prod' },
                ],
              },
              Stat: 'Sum',
            },
          },
        ],
      },
    ]);
  });

  it('the canary reports the number of such starts, and its own version of Node', async () => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    expect(await countUncachedStarts({ uncachedStarts: async () => 0 })).toBe(0);
    expect(warned).not.toHaveBeenCalled();
    expect(await countUncachedStarts({ uncachedStarts: async () => 2 })).toBe(2);
    expect(warned).toHaveBeenCalledWith('code caches refused', {
      starts: 2,
      node: process.versions.node,
      code_cache: 'none',
      argon2: 'native',
    });
  });

  it('an unreadable metric does not fail the canary', async () => {
    const app = await startApp(await newWorld());
    const report = await app.walkStage({ uncachedStarts: () => Promise.reject(new Error('AccessDenied')) });
    expect(report).toMatchObject({
      outcome: 'passed',
      uncached_starts: null,
      node: process.versions.node,
      code_cache: 'none',
    });
  });
});
