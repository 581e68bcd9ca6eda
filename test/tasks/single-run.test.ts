import { pruneQueue } from '#shared/backup/queues.ts';
import type { Queue } from '#shared/messages/queue.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import { startSingleRun } from '#shared/tasks/single-run.ts';
import { recheckSeconds } from '#shared/tasks/supervise-task.ts';
import { minutes } from '#shared/values/durations.ts';
import { tryEdges } from '#test/kit/edges.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const run = { id: 'new', job: 'prune', parameters: {}, shards: 3, queue: pruneQueue };

async function started(running: Partial<Task> | null, progress: number[] = []) {
  const calls: unknown[] = [];
  const deps = {
    now: () => now,
    queues: {
      send: async ({ name }: Queue, message: object, options?: object) => void calls.push([name, message, ...(options ? [options] : [])]),
    },
    tasks: {
      lastOf: async () => running?.id ?? null,
      byId: async () => running,
      progress: async () => progress.map((at) => ({ at })),
      move: async (...moved: unknown[]) => void calls.push(moved),
      asLast: () => ({}),
      create: async (task: Task) => task,
    },
  } as unknown as Parameters<typeof startSingleRun>[1];
  const { task, isNew } = await startSingleRun(run, deps);
  return { id: task.id, isNew, calls };
}
const old = (status: string, ageMs = 0) =>
  ({
    id: 'old',
    status,
    updatedAt: new Date(now - ageMs).toISOString(),
    createdAt: new Date(now - ageMs - minutes(45)).toISOString(),
  }) as Partial<Task>;
const sent = [
  ['prune', { task_id: 'new', shard: null }, { delaySeconds: recheckSeconds }],
  ...[0, 1, 2].map((shard) => ['prune', { task_id: 'new', shard }]),
];

describe('the start of a single run', () => {
  it.each([
    ['no run', null],
    ['a completed run', old('completed')],
    ['a failed run', old('failed')],
  ])('sends one message to the supervisor and one to each shard after %s', async (_, before) => {
    expect(await started(before)).toEqual({ id: 'new', isNew: true, calls: sent });
  });

  it('returns the run that is under way, and the same run when it is started twice', async () => {
    expect(await started(old('running'))).toEqual({ id: 'old', isNew: false, calls: [] });
    const same = { ...old('completed'), id: 'new' };
    expect(await started(same)).toEqual({ id: 'new', isNew: false, calls: [] });
  });

  tryEdges([
    {
      limit: 'minutes without progress after which another run may start',
      value: 30,
      outcomeOf: async (age: number) => (await started(old('running', minutes(age)))).id,
      outcomes: ['old', 'old', 'new'],
    },
    {
      limit: 'minutes since the last progress of a shard after which another run may start',
      value: 30,
      outcomeOf: async (age: number) =>
        (
          await started(
            old('running', minutes(60)),
            [50, age, 40].map((ago) => now - minutes(ago)),
          )
        ).id,
      outcomes: ['old', 'old', 'new'],
    },
  ]);
});
