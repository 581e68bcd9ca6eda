// Slow: it fails every call in turn.
import { newAccount } from '#shared/accounts/rules/users.ts';
import type { GrantJobName } from '#shared/credits/grants/grant-job.ts';
import { dailyGrant } from '#shared/credits/rules/credits.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { sha256 } from '#shared/values/ids.ts';
import { expectLedgers, licencesOf, run, tableOf, taskOf, todayOf } from '#test/credits/grants/scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const key = 'once';
const taskIdOf = (job: GrantJobName) => `task_${sha256(`${job} ${key}`).slice(0, 32)}`;
const ids = [16, 32, 48];

async function population(app: TestApp, job: GrantJobName) {
  const { world } = app;
  const isPartner = job === 'partner_monthly_topup' || job === 'subscription_renewals';
  const created = isPartner ? '2026-10-21T06:00:00.000Z' : new Date(world.clock.now - 86_400_000).toISOString();
  const licences = licencesOf(world);
  for (const id of ids) {
    await app.users.create(newAccount({ id, email: `u${id}@company.example`, createdAt: created }));
    if (isPartner) await licences.give(id, 1);
  }
}

async function begun(app: TestApp, job: GrantJobName, shards = 1) {
  const { world } = app;
  await population(app, job);
  const at = new Date(world.clock.now).toISOString();
  await tasksIn(tableOf(world), { now: () => world.clock.now }).create({
    id: taskIdOf(job),
    job,
    status: 'running',
    parameters: {
      at: world.clock.now,
      day: todayOf(world),
      creditsAmount: dailyGrant.amount,
      tierCredits: { 1: 100, 2: 300, 3: 600 },
      dryRun: false,
    },
    shards,
    counts: {},
    failures: [],
    error: null,
    createdAt: at,
    updatedAt: at,
  });
}

const rows: Record<GrantJobName, [string, number]> = {
  grant_daily_credits: ['daily_grant', 5],
  grant_new_signup_credits: ['signup_grant', 5],
  partner_monthly_topup: ['partner_monthly_topup', 100],
  subscription_renewals: ['partner_monthly_topup', 100],
};
const jobs = Object.keys(rows) as GrantJobName[];

async function expectPaid(app: TestApp, job: GrantJobName) {
  await expectLedgers(app, ids, [rows[job]]);
  const task = await taskOf(app, taskIdOf(job));
  expect(task).toMatchObject({
    status: 'completed',
    granted: ids.length,
    skipped: 0,
    failed: 0,
    total_credits: ids.length * rows[job][1],
  });
  await app.settle();
  await app.work('notices');
  expect(app.world.notices).toHaveLength(job === 'grant_daily_credits' ? 1 : 0);
}

const attempt = async (app: TestApp, job: GrantJobName) => {
  const { status } = await run(app, job, undefined, { 'idempotency-key': key });
  if (status === 'running') throw new Error('It goes on.');
};

describe.each(jobs)('%s, killed anywhere and run again, pays everybody once', (job) => {
  it('the report of a grant run shows the payments after a crash at any call', async () => {
    const calls = await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: (app) => begun(app, job),
      operation: (app) => attempt(app, job),
      check: (app) => expectPaid(app, job),
    });
    expect(calls.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(ids.length + 1);
  });
});

it('a run whose beginning is killed is begun once, and whoever was not told so can begin it again', async () => {
  const job = 'partner_monthly_topup';
  await crashTest({
    prepare: (app) => population(app, job),
    operation: (app) => attempt(app, job),
    callsTried: 8,
    async check(app) {
      await app.work('grants');
      await expectPaid(app, job);
    },
    async abandoned(app) {
      await app.work('grants');
      if ((await app.ledger.balance(ids[0] as number)).balance > 0) await expectPaid(app, job);
      else await expectLedgers(app, ids, []);
    },
  });
});

it('the worker, killed anywhere, pays everybody once, and its report tells what was paid', async () => {
  const job = 'grant_daily_credits';
  await crashTest({
    async prepare(app) {
      await begun(app, job, 2);
      for (const shard of [null, 0, 1])
        app.world.messages.push({
          queue: 'grants',
          message: { task_id: taskIdOf(job), shard },
          delaySeconds: 0,
        });
    },
    operation: (app) => app.work('grants'),
    check: (app) => expectPaid(app, job),
  });
});
