import type { Part, Table } from '#shared/store/table.ts';
import { keyOf } from '#shared/tasks/items.ts';
import { abandonedMs, maxAttempts } from '#shared/tasks/rules/user-tasks.ts';
import { TaskBusy, TaskChanged, TaskLost } from '#shared/tasks/store/user-task-items.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { TaskFailed, type TaskRun, workUserTask } from '#shared/tasks/user-task.ts';
import { newWorld } from '#test/kit/harness.ts';
import { lossyEngine } from '#test/store/lossy-engine.ts';

const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
let engine: Awaited<ReturnType<typeof lossyEngine>>;
let table: Table;
let tasks: ReturnType<typeof userTasksIn>;
beforeAll(async () => {
  const { prefix } = await newWorld();
  engine = await lossyEngine();
  table = engine.table(`${prefix}analysis`);
  tasks = userTasksIn(table, { now: () => clock.now });
});
afterAll(() => engine.stop());

let userId = 0;
beforeEach(() => {
  userId++;
});
const subject = 'northwind.example';
const beginning = () => ({ job: 'discovery', userId, subject, parameters: { source: 'a' } }) as const;
const begun = async () => (await tasks.start(beginning())).task;
const taken = async (id: string, worker: string) => {
  const found = await tasks.take(id, worker, 30);
  if (!found) throw new Error('Nothing to take.');
  return found;
};
const marker = (name: string): Part => ({ put: { pk: `ROW#${userId}`, sk: name, kind: 'row' } });
const isMarked = async (name: string) => (await table.get({ pk: `ROW#${userId}`, sk: name })) !== null;

describe('beginning a task', () => {
  it('beginning a task makes one of fifty beginnings at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => tasks.start(beginning())));
    expect(new Set(all.map(({ task }) => task.id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('beginning a task has one id for who asks at once and who asks again, until one was begun, and another after it ended', async () => {
    const ask = () => tasks.next('discovery', userId, subject);
    const [first, again] = [await ask(), await ask()];
    if (first.running || again.running) throw new Error('None runs.');
    expect(again.id).toBe(first.id);
    const { task } = await tasks.start({ ...beginning(), id: first.id });
    expect((await ask()).running).toMatchObject({ id: task.id, status: 'pending' });
    await tasks.fail(task, 'It is over.');
    const next = await ask();
    if (next.running) throw new Error('It has ended.');
    expect(next.id).not.toBe(first.id);
    const others = await Promise.all([
      tasks.next('discovery', userId + 1_000_000, subject),
      tasks.next('discovery', userId + 2_000_000, subject),
      tasks.next('discovery', userId + 1_000_000, 'other.example'),
      tasks.next('keyword_plan', userId + 1_000_000, subject),
    ]);
    const ids = others.map((other) => ('id' in other ? other.id : null));
    expect(new Set([first.id, next.id, ...ids]).size).toBe(6);
  });

  it('beginning a task is told the task when the answer was lost', async () => {
    engine.loseAnswerOf('TransactWriteItems');
    const { task, isNew } = await tasks.start(beginning());
    expect(isNew).toBe(true);
    expect(await tasks.byId(task.id)).toMatchObject({ status: 'pending', userId });
  });

  it('beginning a task is not held up by a task that is gone', async () => {
    const { id } = await begun();
    await table.remove(keyOf.userTask(id));
    const { task, isNew } = await tasks.start(beginning());
    expect([isNew, task.id === id]).toEqual([true, false]);
    expect((await tasks.latest('discovery', userId))?.id).toBe(task.id);
  });

  it('beginning a task leaves tasks of other subjects, jobs and users alone', async () => {
    const ids = await Promise.all([
      tasks.start(beginning()),
      tasks.start({ ...beginning(), subject: 'other.example' }),
      tasks.start({ ...beginning(), job: 'keyword_plan' }),
      tasks.start({ ...beginning(), userId: userId + 1_000_000 }),
    ]);
    expect(new Set(ids.map(({ task }) => task.id)).size).toBe(4);
  });
});

describe('a worker', () => {
  it('a worker has a task for itself until its time is over; who comes next goes on from its steps', async () => {
    const { id } = await begun();
    await taken(id, 'first');
    await tasks.keep(id, 'one', { found: 1 });
    await expect(tasks.take(id, 'second', 30)).rejects.toThrow(TaskBusy);
    clock.now += 31_000;
    const { steps, task } = await taken(id, 'second');
    expect([...steps]).toEqual([['one', { found: 1 }]]);
    for (const late of [
      () => tasks.report(id, 'first', { stage: 'x', percent: 1, leaseSeconds: 30 }),
      () => tasks.hold(id, 'first', 30),
      () => tasks.complete(task, 'first', { result: 'late' }),
    ])
      await expect(late()).rejects.toThrow(TaskLost);
    expect(await tasks.fail(task, 'Late.', 'first')).toBe(false);
    await tasks.complete(task, 'second', { result: 'done' });
    expect(await tasks.byId(id)).toMatchObject({ status: 'completed', result: 'done', percent: 100 });
    expect(await tasks.take(id, 'third', 30)).toBeNull();
  });

  it('a worker that completed its task changes it no more', async () => {
    const { id } = await begun();
    const { task } = await taken(id, 'first');
    await tasks.complete(task, 'first', { result: 'done' });
    const ended = await tasks.byId(id);
    clock.now += 31_000;
    for (const late of [
      () => tasks.report(id, 'first', { stage: 'x', percent: 1, leaseSeconds: 30 }),
      () => tasks.hold(id, 'first', 30),
      () => tasks.complete(task, 'first', { result: 'late' }),
    ])
      await expect(late()).rejects.toThrow(TaskLost);
    expect(await tasks.fail(task, 'Late.', 'first')).toBe(false);
    expect(ended && (await tasks.fail(ended, 'Late.'))).toBe(false);
    expect(await tasks.take(id, 'first', 30)).toBeNull();
    expect(await tasks.byId(id)).toEqual(ended);
  });

  it('a worker keeps it as long as it says that it lives', async () => {
    const { id } = await begun();
    await taken(id, 'first');
    for (let i = 0; i < 5; i++) {
      clock.now += 20_000;
      await tasks.hold(id, 'first', 30);
    }
    await expect(tasks.take(id, 'second', 30)).rejects.toThrow(TaskBusy);
  });

  it('a worker gives up a task that got nowhere so often, with a sentence, and never one that gets on', async () => {
    const stuck = await begun();
    for (let i = 0; i < maxAttempts; i++) {
      await taken(stuck.id, `worker ${i}`);
      clock.now += 31_000;
    }
    expect(await tasks.take(stuck.id, 'last', 30)).toBeNull();
    expect(await tasks.byId(stuck.id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/\.$/),
    });

    const { id } = await begun();
    for (let i = 0; i < 3 * maxAttempts; i++) {
      await taken(id, `worker ${i}`);
      await tasks.keep(id, `step ${i}`, i);
      clock.now += 31_000;
    }
    expect((await taken(id, 'last')).steps.size).toBe(3 * maxAttempts);
  });

  it('a worker fails a task that nobody has moved for an hour, when somebody looks, so that another can begin', async () => {
    const { id } = await begun();
    clock.now += abandonedMs - 1;
    expect((await tasks.start(beginning())).task, 'almost an hour later').toMatchObject({
      id,
      status: 'pending',
    });
    clock.now += 1;
    const { task, isNew } = await tasks.start(beginning());
    expect([isNew, task.id === id]).toEqual([true, false]);
    expect(await tasks.byId(id)).toMatchObject({ status: 'failed' });
  });

  it('a worker keeps its task by what it does, until an hour has passed since its last move', async () => {
    const { id } = await begun();
    const moves = [
      () => taken(id, 'first'),
      () => tasks.report(id, 'first', { stage: 'reading', percent: 40, leaseSeconds: 30 }),
      () => taken(id, 'second'),
    ];
    const running = { id, status: 'running' };
    for (const move of moves) {
      await move();
      clock.now += abandonedMs - 1;
      expect(await tasks.current(id)).toMatchObject(running);
    }
    expect(await tasks.last('discovery', userId, subject)).toMatchObject(running);
    expect(await tasks.latest('discovery', userId)).toMatchObject(running);
    expect(await tasks.next('discovery', userId, subject)).toMatchObject({ running });
    clock.now += 1;
    expect(await tasks.latest('discovery', userId)).toMatchObject({ id, status: 'failed' });
  });

  it('a worker that takes its task while a read finds the task abandoned keeps it', async () => {
    const { id } = await begun();
    clock.now += abandonedMs;
    const slow: Table = {
      ...table,
      async transact(parts) {
        await taken(id, 'first');
        await table.transact(parts);
      },
    };
    const reader = userTasksIn(slow, { now: () => clock.now });
    expect(await reader.current(id)).toMatchObject({ id, status: 'running' });
    await tasks.hold(id, 'first', 30);
  });
});

describe('a step', () => {
  it('a step keeps the outcome that was first; what the second one cost is written all the same', async () => {
    const { id } = await begun();
    expect(await tasks.keep(id, 'call', 'first', [marker('first')])).toBe('first');
    expect(await tasks.keep(id, 'call', 'second', [marker('second')])).toBe('first');
    expect(await tasks.keep(id, 'call', 'third')).toBe('first');
    expect([await isMarked('first'), await isMarked('second')]).toEqual([true, true]);
  });

  it('a step keeps its own outcome when the answer to its write was lost', async () => {
    const { id } = await begun();
    engine.loseAnswerOf('TransactWriteItems');
    expect(await tasks.keep(id, 'call', 'mine', [marker('mine')])).toBe('mine');
    engine.loseAnswerOf('PutItem');
    expect(await tasks.keep(id, 'plain', { mine: 1 })).toEqual({ mine: 1 });
  });
});

describe('working on a task', () => {
  const work = (id: string, does: (run: TaskRun) => Promise<object>, seconds?: number) =>
    workUserTask(id, does, { tasks }, seconds === undefined ? {} : { seconds });

  it('working on a task does no step twice, whoever works on it', async () => {
    const { id } = await begun();
    const made: string[] = [];
    const does = (failsAfter: string) => async (run: TaskRun) => {
      for (const name of ['one', 'two', 'three']) {
        await run.step(name, async () => {
          made.push(name);
          return { output: name, also: [marker(name)] };
        });
        if (name === failsAfter) throw new Error('The network is gone.');
      }
      return { result: await run.step('three', async () => 'not made') };
    };
    await expect(work(id, does('one'))).rejects.toThrow('network');
    await expect(work(id, does('two'))).rejects.toThrow('network');
    await work(id, does('none'));
    expect(made).toEqual(['one', 'two', 'three']);
    expect(await tasks.byId(id)).toMatchObject({ status: 'completed', result: 'three' });
  });

  it('working on a task ends with the sentence of what cannot be done, and with one of its own when tries are used up', async () => {
    const hopeless = await begun();
    await work(hopeless.id, () => Promise.reject(new TaskFailed('There is nothing there.')));
    expect(await tasks.byId(hopeless.id)).toMatchObject({
      status: 'failed',
      error: 'There is nothing there.',
    });

    const { id } = await begun();
    const lastTries: boolean[] = [];
    const does = (run: TaskRun) => {
      lastTries.push(run.isLastTry);
      return Promise.reject(new Error('Down.'));
    };
    for (let i = 1; i < maxAttempts; i++) await expect(work(id, does)).rejects.toThrow('Down.');
    await work(id, does);
    expect(lastTries).toEqual([...Array.from({ length: maxAttempts - 1 }, () => false), true]);
    const { status, error } = (await tasks.byId(id)) ?? {};
    expect([status, error]).toEqual(['failed', expect.stringMatching(/^It failed several times .*\.$/)]);
  });

  it('working on a task begins no step when its time is over, and frees the task for the next', async () => {
    const { id } = await begun();
    await expect(work(id, async (run) => ({ result: await run.step('one', async () => 1) }), 0)).rejects.toThrow();
    await work(id, async (run) => ({ result: await run.step('one', async () => 2) }));
    expect(await tasks.byId(id)).toMatchObject({ status: 'completed', result: 2 });
  });

  it('working on a task makes its end of the task as it stands then', async () => {
    const { id } = await begun();
    let looks = 0;
    await work(id, async () => async (task: { parameters: object }) => {
      if (looks++ === 0) await tasks.amend(id, 'source', 'b');
      return { result: task.parameters };
    });
    expect(looks).toBe(2);
    expect(await tasks.byId(id)).toMatchObject({ status: 'completed', result: { source: 'b' } });
    expect(await tasks.amend(id, 'source', 'c')).toBe(false);
  });

  it('working on a task makes its end again when what it writes has changed meanwhile', async () => {
    const { id } = await begun();
    const version = { pk: `VERSION#${userId}`, sk: 'V' };
    let looks = 0;
    await work(id, async () => async () => {
      const seen = Number((await table.get(version, { consistent: true }))?.version ?? 0);
      if (looks++ === 0) await table.put({ ...version, kind: 'version', version: 7 });
      const part: Part = {
        put: { ...version, kind: 'version', version: seen + 1 },
        condition: seen === 0 ? 'attribute_not_exists(pk)' : 'version = :seen',
        ...(seen > 0 && { values: { ':seen': seen } }),
      };
      return { result: seen + 1, parts: [part] };
    });
    expect(await tasks.byId(id)).toMatchObject({ status: 'completed', result: 8 });
    const other = await begun();
    const { task } = await taken(other.id, 'w');
    const never: Part = { put: { ...version, kind: 'version' }, condition: 'attribute_not_exists(pk)' };
    await expect(tasks.complete(task, 'w', { parts: [never] })).rejects.toThrow(TaskChanged);
  });
});
