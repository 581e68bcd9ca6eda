import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, ledgerOf, makeUsers, operator, run, tableOf, taskOf, todayOf } from './scene.ts';

const job = 'grant_daily_credits';
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

describe('daily credits', () => {
  it('daily credits go to every active user once a day, whatever the amount and however often they are run', async () => {
    const users = await makeUsers(app, 30);
    const [inactive] = await makeUsers(app, 1, { isActive: false });
    const first = await run(app, job);
    expect(first).toEqual({
      job,
      task_id: expect.stringMatching(/^task_\w{22}$/),
      status: 'completed',
      granted: 30,
      skipped: 0,
      failed: 0,
      total_credits: 150,
      failed_user_ids: [],
    });
    expect(await run(app, job)).toMatchObject({ granted: 0, skipped: 30, total_credits: 0 });
    expect(await run(app, job, { credits_amount: 7 })).toMatchObject({ granted: 0, skipped: 30 });
    await expectLedgers(app, users, [['daily_grant', 5]]);
    expect(await ledgerOf(app, inactive as number)).toEqual([]);
    app.world.clock.now += 86_400_000;
    expect(await run(app, job, { credits_amount: 7 })).toMatchObject({ granted: 30, total_credits: 210 });
    await expectLedgers(app, users, [
      ['daily_grant', 5],
      ['daily_grant', 7],
    ]);
  });

  it("daily credits follow the days of the credits' time zone: a new one begins at 18:30 UTC", async () => {
    const users = await makeUsers(app, 3);
    app.world.clock.now = Date.parse('2026-11-22T18:29:59.999Z');
    await run(app, job);
    app.world.clock.now += 1;
    expect(await run(app, job)).toMatchObject({ granted: 3 });
    await expectLedgers(app, users, [
      ['daily_grant', 5],
      ['daily_grant', 5],
    ]);
  });

  it('daily credits cost two reads for 100 users and a transaction of three items for each', async () => {
    await makeUsers(app, 20);
    app.calls.length = 0;
    await run(app, job);
    const count = (operation: string) => app.calls.filter((call) => call.operation === operation).length;
    const pages = count('Query') - 1;
    expect(count('TransactWriteItems')).toBe(20 + 1 + 16);
    expect(count('BatchGetItem')).toBeLessThanOrEqual(2 * pages);
    expect(count('UpdateItem')).toBe(1);
    expect(count('PutItem')).toBe(0);
  });

  it('parallel runs of daily credits pay every user once, and both reports have every user', async () => {
    const users = await makeUsers(app, 40);
    const reports = await Promise.all([run(app, job), run(app, job), run(app, job)]);
    expect(reports.reduce((sum, { granted }) => sum + granted, 0)).toBe(40);
    for (const { granted, skipped } of reports) expect(granted + skipped).toBe(40);
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('a counting run of daily credits writes no credits, and reports the effect of a run', async () => {
    const users = await makeUsers(app, 5);
    expect(await run(app, job, { dry_run: true, credits_amount: 9 })).toMatchObject({
      status: 'completed',
      granted: 5,
      skipped: 0,
      total_credits: 45,
    });
    await app.settle();
    expect(app.world.notices).toEqual([]);
    await expectLedgers(app, users, []);
    await run(app, job);
    expect(await run(app, job, { dry_run: true })).toMatchObject({
      granted: 0,
      skipped: 5,
      total_credits: 0,
    });
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });

  it('daily credits need no body', async () => {
    await makeUsers(app, 1);
    const answer = await app.send(
      new Request('https://adtrail.local/api/v1/dev/grant-daily-credits', {
        method: 'POST',
        headers: operator,
      }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([200, { granted: 1, total_credits: 5 }]);
  });

  it.each([0, -1, 1001, 1.5])('daily credits of %j a user are refused', async (credits_amount) => {
    const answer = await app.operators.grantDailyCredits({ body: { credits_amount }, headers: operator });
    expect(answer.status).toBe(422);
  });
});

describe('the report of a grant job', () => {
  it('the report is posted to the internal channel once, with what was granted and how long it took', async () => {
    await makeUsers(app, 3);
    const { task_id } = await run(app, job);
    const noticed = async () => {
      await app.settle();
      await app.work('notices');
    };
    await noticed();
    await noticed();
    expect(app.world.notices).toEqual([
      `Daily credits of ${todayOf(app.world)}: 3 granted, 0 skipped, 0 failed; 15 credits in all, in 0 s (${task_id}).`,
    ]);
  });

  it('the report is available from the task, and a run is recorded with its operator', async () => {
    await makeUsers(app, 2);
    const { task_id } = await run(app, job, { credits_amount: 4 });
    const at = new Date(app.world.clock.now).toISOString();
    expect(await taskOf(app, task_id)).toEqual({
      task_id,
      job,
      status: 'completed',
      progress: { done_shards: 16, shards: 16, percent: 100 },
      granted: 2,
      skipped: 0,
      failed: 0,
      total_credits: 8,
      failed_user_ids: [],
      error: null,
      created_at: at,
      updated_at: at,
    });
    const audit = await app.operators.listAudit({ query: { action: 'run_grants' }, headers: operator });
    expect(audit.body).toMatchObject({
      entries: [{ user_id: null, details: { job, task_id, credits_amount: 4, dry_run: false } }],
    });
    const none = await app.operators.readTask({ params: { task_id: 'task_x' }, headers: operator });
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a grant job with an Idempotency-Key', () => {
  it('a repeated run returns the first report, also on the next day', async () => {
    await makeUsers(app, 3);
    const headers = { 'idempotency-key': 'monday' };
    const first = await run(app, job, undefined, headers);
    app.world.clock.now += 86_400_000;
    expect(await run(app, job, undefined, headers)).toEqual(first);
    expect(await run(app, job, undefined, { 'idempotency-key': 'tuesday' })).toMatchObject({ granted: 3 });
    const other = await app.operators.grantDailyCredits({
      body: { credits_amount: 9 },
      headers: { ...operator, ...headers },
    });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });
});

describe("one user's failure", () => {
  it("a user's failure stops no other user, is counted and named, and the next run catches up", async () => {
    const users = await makeUsers(app, 20);
    const [broken] = users as [number];
    const key = { pk: `CREDITS#${broken}`, sk: 'BALANCE' };
    const table = tableOf(app.world);
    await table.put({ ...key, kind: 'credit_balance', userId: broken, balance: 0, seq: 'x' });
    expect(await run(app, job)).toMatchObject({
      status: 'completed',
      granted: 19,
      failed: 1,
      total_credits: 95,
      failed_user_ids: [broken],
    });
    await app.settle();
    await app.work('notices');
    expect(app.world.notices[0]).toContain(`Failed: users ${broken}.`);
    await table.remove(key);
    expect(await run(app, job)).toMatchObject({ granted: 1, skipped: 19, failed: 0, total_credits: 5 });
    await expectLedgers(app, users, [['daily_grant', 5]]);
  });
});
