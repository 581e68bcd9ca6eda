import { awaitTask } from '#shared/tasks/await-task.ts';

const task = (status: string) => ({ id: 't1', status }) as never;

async function awaited(statuses: readonly (string | null)[], maxMs = 1e6) {
  const steps: (string | number)[] = [];
  const left = [...statuses];
  const deps = {
    tasks: {
      async byId(id: string) {
        const status = left.length > 1 ? left.shift() : left[0];
        steps.push(`look ${id}`);
        return status === null || status === undefined ? null : task(status);
      },
    },
    async pause(ms: number) {
      await new Promise(setImmediate);
      steps.push(ms);
    },
  } as unknown as Parameters<typeof awaitTask>[2];
  const found = await awaitTask('t1', maxMs, deps);
  return { status: (found as { status: string }).status, steps };
}

describe('waiting for a task', () => {
  it.each(['completed', 'failed'])('ends at once if the task is %s', async (status) => {
    expect(await awaited([status])).toEqual({ status, steps: ['look t1'] });
  });

  it('looks again after each pause, and the pauses grow to two seconds', async () => {
    const { status, steps } = await awaited([...Array(6).fill('running'), 'completed']);
    const pauses = [250, 500, 1000, 2000, 2000, 2000];
    expect([status, steps]).toEqual(['completed', ['look t1', ...pauses.flatMap((ms) => [ms, 'look t1'])]]);
  });

  it('ends with the running task when its time is over, and never pauses longer', async () => {
    expect(await awaited(['running'], 0)).toEqual({ status: 'running', steps: ['look t1'] });
    const { steps } = await awaited(['running', 'completed'], 100);
    expect(Number(steps[1])).toBeGreaterThan(0);
    expect(Number(steps[1])).toBeLessThanOrEqual(100);
  });

  it('fails if the task is gone', async () => {
    await expect(awaited([null])).rejects.toThrow('The task t1 is gone.');
  });
});
