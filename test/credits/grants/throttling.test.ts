import type { GrantJobName } from '#shared/credits/grants/grant-job.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, ledgerOf, licencesOf, makeUsers, run, taskOf } from './scene.ts';

const dayMs = 86_400_000;
const rows: Record<GrantJobName, [string, number]> = {
  grant_daily_credits: ['daily_grant', 5],
  grant_new_signup_credits: ['signup_grant', 5],
  partner_monthly_topup: ['partner_monthly_topup', 100],
  subscription_renewals: ['partner_monthly_topup', 100],
};
const jobs = Object.keys(rows) as GrantJobName[];

let app: TestApp;
let users: number[];
beforeEach(async () => {
  app = await startApp(await newWorld(Date.parse('2026-11-21T04:00:00Z')));
});

async function population(job: GrantJobName, count: number) {
  const isPartner = job === 'partner_monthly_topup' || job === 'subscription_renewals';
  const createdAt = isPartner
    ? '2026-10-21T03:00:00.000Z'
    : new Date(app.world.clock.now - (job === 'grant_new_signup_credits' ? dayMs : 0)).toISOString();
  users = await makeUsers(app, count, { createdAt });
  const licences = licencesOf(app.world);
  if (isPartner) for (const id of users) await licences.give(id, 1);
}

async function throttled(isBusy: () => boolean, every = 3): Promise<TestApp> {
  return await startApp(app.world, {
    refusesForLoad: ({ operation, body }) =>
      operation === 'TransactWriteItems' && isBusy() && users.some((id, i) => i % every === 0 && body.includes(`CREDITS#${id}"`)),
  });
}

async function workOff(on: TestApp, most = 400) {
  for (let tries = 0; on.world.messages.some(({ queue }) => queue === 'grants') && tries < most; tries++) {
    await on.work('grants').catch(() => {});
    on.world.clock.now += 20_000;
  }
}

describe.each(jobs)('%s, while the store is throttled', (job) => {
  it('the job waits for throttled users, and completes with every user once', async () => {
    await population(job, 12);
    let until = Number.POSITIVE_INFINITY;
    const busy = await throttled(() => app.world.clock.now < until);
    const answer = await run(busy, job);
    expect(answer).toMatchObject({ status: 'running', granted: 8, failed: 0 });
    until = app.world.clock.now + 50_000;
    await workOff(busy);
    const { task_id } = answer as { task_id: string };
    expect(await taskOf(app, task_id)).toMatchObject({
      status: 'completed',
      granted: 12,
      failed: 0,
      failed_user_ids: [],
    });
    await expectLedgers(app, users, [rows[job]]);
    await run(app, job);
    await expectLedgers(app, users, [rows[job]]);
  });

  it('a job that is throttled for a day names its deferred grants, which the next run makes once', async () => {
    await population(job, 6);
    let isBusy = true;
    const busy = await throttled(() => isBusy);
    const scheduledAt = new Date(app.world.clock.now).toISOString();
    const { task_id } = await busy.runScheduled({ job, scheduledAt });
    app.world.clock.now += dayMs + 1;
    await workOff(busy, 3);
    app.world.messages.length = 0;
    const owed = users.filter((_, i) => i % 3 === 0);
    const report = await taskOf(app, task_id);
    expect(report).toMatchObject({ status: 'failed', granted: 4, failed: 2 });
    expect(report.failed_user_ids).toHaveLength(2);
    expect(new Set(report.failed_user_ids)).toEqual(new Set(owed));

    isBusy = false;
    const isSignup = job === 'grant_new_signup_credits';
    if (isSignup) await run(app, 'grant_daily_credits');
    const later = new Date(app.world.clock.now).toISOString();
    await app.runScheduled({ job, scheduledAt: later });
    await app.runScheduled({ job, scheduledAt: later });
    await workOff(app);
    const isDaily = job === 'grant_daily_credits';
    const isMonthly = rows[job][0] === 'partner_monthly_topup';
    const granted = isMonthly ? 4 : 6;
    expect(await taskOf(app, task_id)).toMatchObject({ status: 'completed', granted, failed: 0 });
    if (!isSignup) await expectLedgers(app, users, isDaily ? [rows[job], rows[job]] : [rows[job]]);
    else for (const id of users) expect((await ledgerOf(app, id)).sort()).toEqual([['daily_grant', 5], rows[job]]);
    await app.settle();
    await app.work('notices');
    expect(app.world.notices.join('\n')).toContain('given up');
  });
});
