import { pruneQueue } from '#shared/backup/queues.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import { recheckSeconds, superviseTask } from '#shared/tasks/supervise-task.ts';
import { hours, minutes } from '#shared/values/durations.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();

async function supervised(
  times: Pick<Task, 'createdAt'> & Partial<Task>,
  shards: { isDone: boolean; at: number }[] = [],
  isComplete = false,
) {
  const calls: unknown[] = [];
  const deps = {
    now: () => now,
    queues: { send: async (_: object, ...message: object[]) => void calls.push(...message) },
    tasks: {
      progress: async () => shards.map((one, shard) => ({ ...one, shard, counts: {}, failures: [] })),
      move: async (id: string, status: string) => void calls.push([id, status]),
    },
  } as unknown as Parameters<typeof superviseTask>[2];
  await superviseTask({ id: 'task_1', ...times } as Task, pruneQueue, deps, {
    complete: async () => isComplete,
    givenUp: () => 'Some days were pruned.',
  });
  return calls;
}
const recheck = [{ task_id: 'task_1', shard: null }, { delaySeconds: recheckSeconds }];
const failed = [['task_1', 'failed']];

describe('the supervision of a task', () => {
  it('ends with the task', async () => {
    expect(await supervised({ createdAt: ago(hours(30)) }, [], true)).toEqual([]);
  });

  it('abandons a task more than a day after its start, which for a reopened task is when it was reopened', async () => {
    expect(await supervised({ createdAt: ago(hours(24)) })).toEqual(recheck);
    expect(await supervised({ createdAt: ago(hours(24) + 1) })).toEqual(failed);
    expect(await supervised({ createdAt: ago(hours(90)), reopenedAt: ago(hours(24)) })).toEqual(recheck);
    expect(await supervised({ createdAt: ago(hours(90)), reopenedAt: ago(hours(24) + 1) })).toEqual(failed);
  });

  it('does not count the progress of a task as its start', async () => {
    const times = { createdAt: ago(hours(25)), updatedAt: ago(minutes(1)) };
    expect(await supervised(times, [{ isDone: false, at: now }])).toEqual(failed);
  });

  it('sends a message to each unfinished shard without progress for a minute', async () => {
    const shards = [
      { isDone: false, at: now - minutes(1) },
      { isDone: false, at: now - minutes(1) + 1 },
      { isDone: true, at: now - minutes(5) },
      { isDone: false, at: now - minutes(5) },
    ];
    const restarted = [0, 3].map((shard) => ({ task_id: 'task_1', shard }));
    expect(await supervised({ createdAt: ago(hours(2)) }, shards)).toEqual([...recheck, ...restarted]);
  });

  it('waits a minute for the shards of a task that has just started or reopened', async () => {
    const shards = [{ isDone: false, at: now - hours(1) }];
    const restarted = [...recheck, { task_id: 'task_1', shard: 0 }];
    for (const times of [{ createdAt: ago(hours(2)), reopenedAt: ago(minutes(1) - 1) }, { createdAt: ago(1) }])
      expect(await supervised(times, shards)).toEqual(recheck);
    const reopened = { createdAt: ago(hours(2)), reopenedAt: ago(minutes(1)) };
    expect(await supervised(reopened, shards)).toEqual(restarted);
  });
});
