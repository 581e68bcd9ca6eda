import { dailyCredits } from '#shared/credits/grants/daily-credits.ts';
import { processPage } from '#shared/credits/grants/process-page.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, makeUsers, operator, run, taskOf } from './scene.ts';

const job = 'grant_daily_credits';
let app: TestApp;
const start = async (env: Record<string, string> = {}) => {
  app = await startApp(await newWorld(Date.parse('2026-11-21T04:00:00Z')), { env });
};

describe('a grant run longer than a request', () => {
  beforeEach(() => start({ GRANTS_INLINE_SECONDS: '0' }));

  it('a long run is 202 and continues from the queue, and its task has progress and report', async () => {
    const users = await makeUsers(app, 40);
    const answer = await app.operators.grantDailyCredits({ headers: operator });
    expect(answer).toMatchObject({ status: 202, body: { status: 'running', granted: 0 } });
    const { task_id, task_url } = answer.body as { task_id: string; task_url: string };
    expect(task_url).toBe(`/api/v1/dev/tasks/${task_id}`);
    expect(await taskOf(app, task_id)).toMatchObject({
      status: 'running',
      progress: { done_shards: 0, shards: 16, percent: 0 },
    });
    const sent = app.world.messages.map(({ message, delaySeconds }) => ({ ...message, delaySeconds }));
    expect(sent).toEqual([
      { task_id, shard: null, delaySeconds: 90 },
      ...Array.from({ length: 16 }, (_, shard) => ({ task_id, shard, delaySeconds: 0 })),
    ]);
    await app.work('grants');
    expect(await taskOf(app, task_id)).toMatchObject({
      status: 'completed',
      progress: { percent: 100 },
      granted: 40,
      total_credits: 200,
    });
    await app.settle();
    await app.work('notices');
    expect(app.world.notices).toHaveLength(1);
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('a long run grants for the day of its start', async () => {
    const users = await makeUsers(app, 3);
    await run(app, job);
    app.world.clock.now += 20 * 3_600_000;
    await app.work('grants');
    const [first] = users as [number];
    const { transactions } = await app.ledger.page(first, { limit: 5 });
    expect(transactions.map(({ key }) => key)).toEqual([`daily#2026-11-21#${first}`]);
  });

  it('a run that does not end within a day fails, with its counts', async () => {
    const users = await makeUsers(app, 3);
    const { task_id } = await run(app, job);
    const [watch, ...parts] = app.world.messages.splice(0);
    const part = (users[0] as number) % 16;
    app.world.messages.push(...parts.filter(({ message }) => 'shard' in message && message.shard === part));
    await app.work('grants');
    app.world.messages.push(watch as (typeof parts)[number]);
    app.world.clock.now += 86_400_001;
    await app.work('grants');
    await app.settle();
    await app.work('notices');
    expect(app.world.notices).toEqual([expect.stringContaining('within a day')]);
    const granted = users.filter((id) => id % 16 === part).length;
    expect(await taskOf(app, task_id)).toMatchObject({
      status: 'failed',
      granted,
      error: expect.stringMatching(/day/),
    });
    expect(app.world.messages).toEqual([]);
  });

  it('a run whose messages were lost is restarted', async () => {
    const users = await makeUsers(app, 3);
    const { task_id } = await run(app, job);
    app.world.messages.splice(1);
    app.world.clock.now += 61_000;
    await app.work('grants');
    expect(await taskOf(app, task_id)).toMatchObject({ status: 'completed', granted: 3 });
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('a run tolerates every message twice', async () => {
    const users = await makeUsers(app, 10);
    const { task_id } = await run(app, job);
    app.world.messages.push(...app.world.messages.slice());
    await app.work('grants');
    await app.settle();
    await app.work('notices');
    expect(await taskOf(app, task_id)).toMatchObject({ granted: 10, total_credits: 50 });
    expect(app.world.notices).toHaveLength(1);
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });
});

describe('a scheduled run', () => {
  const event = { job, scheduledAt: '2026-11-21T04:00:00Z' };
  beforeEach(() => start());

  it('a repeated scheduled run continues the same task, with the same report', async () => {
    const users = await makeUsers(app, 5);
    const report = await app.runScheduled(event);
    expect(report).toMatchObject({ task_id: 'task_grant_daily_credits_20261121T040000', granted: 5 });
    app.world.clock.now += 3_600_000;
    await makeUsers(app, 1);
    expect(await app.runScheduled(event)).toEqual(report);
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('a scheduled run is for its planned day, also when it starts on another day', async () => {
    const [user] = (await makeUsers(app, 1)) as [number];
    app.world.clock.now += 86_400_000;
    await app.runScheduled(event);
    const { transactions } = await app.ledger.page(user, { limit: 5 });
    expect(transactions.map(({ key }) => key)).toEqual([`daily#2026-11-21#${user}`]);
  });

  it('a scheduled run of an unknown job fails', async () => {
    await expect(app.runScheduled({ ...event, job: 'grant_riches' })).rejects.toThrow('grant_riches');
  });
});

describe('grants while the store is down', () => {
  beforeEach(() => start());

  it('a run waits while the store is down, and continues afterwards', async () => {
    const users = await makeUsers(app, 300);
    let transactions = 0;
    let isDown = true;
    const shaky = await startApp(app.world, {
      isDown: () => isDown && shaky.calls.at(-1)?.operation === 'TransactWriteItems' && ++transactions > 3,
    });
    const answer = await shaky.operators.grantDailyCredits({ headers: operator });
    expect(answer).toMatchObject({ status: 202, body: { failed: 0 } });
    isDown = false;
    app.world.clock.now += 61_000;
    await shaky.work('grants');
    const { task_id } = answer.body as { task_id: string };
    expect(await taskOf(app, task_id)).toMatchObject({ status: 'completed', granted: 300, failed: 0 });
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('a page without success is retried, and no user of it counts as failed', async () => {
    const grantRun = {
      taskId: 'task_x',
      at: app.world.clock.now,
      day: '2026-11-21',
      creditsAmount: 5,
      tierCredits: { 1: 1, 2: 2, 3: 3 },
      dryRun: false,
    };
    const deps = app.viewDeps();
    const credits: typeof deps.credits = {
      ...deps.credits,
      grantMany: async (grants, told) => {
        const error = new StoreUnavailable(new Error('test'));
        for (const grant of grants) told(grant, { outcome: 'failed', error });
      },
    };
    const page = (users: number) =>
      processPage(
        dailyCredits,
        grantRun,
        Array.from({ length: users }, (_, i) => i + 1),
        { ...deps, credits },
      );
    await expect(page(10)).rejects.toThrow(StoreUnavailable);
    const { counts, deferred } = await page(9);
    expect([counts, deferred?.length]).toMatchObject([{ failed: 0, granted: 0 }, 9]);
  });
});
