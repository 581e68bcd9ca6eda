import { retryDeferred } from '#shared/credits/grants/process-page.ts';
import { Unavailable } from '#shared/values/unavailable.ts';

const run = { taskId: 't', dryRun: false };
const cases = (count: number, grants = 1) =>
  Array.from({ length: count }, (_, userId) => ({
    userId,
    grants: Array.from({ length: grants }, (_, at) => ({ amount: 5, claim: `${userId}/${at}`, day: '' })),
  }));

async function made(due: ReturnType<typeof cases>, failures: number, of: (userId: number) => boolean = () => true) {
  const tries = new Map<string, number>();
  let calls = 0;
  const deps = {
    pause: async () => {},
    credits: {
      async grantMany(grants: { userId: number; claim: string }[], report: (grant: object, outcome: object) => void) {
        calls++;
        for (const grant of grants) {
          const count = (tries.get(grant.claim) ?? 0) + 1;
          tries.set(grant.claim, count);
          const isFailure = of(grant.userId) && count <= failures;
          report(grant, isFailure ? { outcome: 'failed', error: new Unavailable('store', undefined) } : { outcome: 'granted' });
        }
      },
    },
  };
  const { counts, deferred = [] } = await retryDeferred({ name: 'j' } as never, run as never, due as never, deps as never);
  return { granted: counts.granted, deferred: deferred.length, calls };
}

describe('a page of grants', () => {
  it.each([
    [0, { granted: 2, deferred: 0, calls: 1 }],
    [2, { granted: 2, deferred: 0, calls: 3 }],
    [3, { granted: 0, deferred: 2, calls: 3 }],
  ])('tries a grant that failed %d times', async (failures, expected) => {
    expect(await made(cases(2), failures)).toEqual(expected);
  });

  it('throws without another try if ten grants fail and none succeeds', async () => {
    await expect(made(cases(10), 9)).rejects.toThrow(Unavailable);
    expect(await made(cases(9), 9)).toEqual({ granted: 0, deferred: 9, calls: 3 });
    expect(await made(cases(11), 9, (userId) => userId > 0)).toEqual({ granted: 1, deferred: 10, calls: 2 });
  });

  it('defers the later grants of a user with the one that failed', async () => {
    const { granted, deferred } = await made(cases(2, 3), 9, (userId) => userId === 1);
    expect([granted, deferred]).toEqual([3, 1]);
  });
});
