import type { GrantDeps } from '#shared/credits/grants/needs.ts';
import { signupCredits } from '#shared/credits/grants/signup-credits.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, ledgerOf, licencesOf, makeUsers, run } from './scene.ts';

const job = 'grant_new_signup_credits';
let app: TestApp;
beforeEach(async () => {
  // In the time zone of credits, this is 09:00.
  app = await startApp(await newWorld(Date.parse('2026-11-21T03:30:00Z')));
});
const yesterday = '2026-11-20T06:00:00.000Z';

describe('credits for new accounts', () => {
  it("new accounts' credits go to those who signed up on the day before, by the days of the time zone of credits", async () => {
    const at = (createdAt: string) => makeUsers(app, 1, { createdAt });
    const within = (await Promise.all(['2026-11-19T18:30:00.000Z', '2026-11-20T18:29:59.999Z'].map(at))).flat();
    const without = (await Promise.all(['2026-11-19T18:29:59.999Z', '2026-11-20T18:30:00.000Z'].map(at))).flat();
    expect(await run(app, job)).toMatchObject({ granted: 2, skipped: 0, total_credits: 10 });
    await expectLedgers(app, within, [['signup_grant', 5]]);
    await expectLedgers(app, without, []);
  });

  it("new accounts' credits go once ever, also when the job runs again on that day, on the next, or over an emptied balance", async () => {
    const users = await makeUsers(app, 3, { createdAt: yesterday });
    await run(app, job);
    const [spender] = users as [number];
    await app.ledger.spend(spender, { amount: 5, claim: `test#${spender}`, reason: 'Test', actor: 'test' });
    expect(await run(app, job)).toMatchObject({ granted: 0, skipped: 3 });
    app.world.clock.now += 86_400_000;
    expect(await run(app, job)).toMatchObject({ granted: 0, skipped: 0 });
    expect(await ledgerOf(app, spender)).toEqual([
      ['signup_grant', 5],
      ['usage', -5],
    ]);
  });

  it("new accounts' credits that a run has granted are still its own when a page of it is repeated, and are none of a later run", async () => {
    const users = await makeUsers(app, 2, { createdAt: yesterday });
    const { task_id } = await run(app, job);
    const deps = { credits: app.ledger, licences: licencesOf(app.world) } as unknown as GrantDeps;
    const granted = async (taskId: string) => {
      const ofRun = { taskId, at: app.world.clock.now, day: '2026-11-21', creditsAmount: 0, dryRun: false };
      const tierCredits = { 1: 0, 2: 0, 3: 0 };
      const plans = await signupCredits.plan({ ...ofRun, tierCredits }, users, deps);
      return plans.flatMap(({ userId, grants }) => grants.map(({ amount }) => [userId, amount]));
    };
    expect(await granted(task_id ?? '')).toEqual(users.map((userId) => [userId, 5]));
    expect(await granted('task_later')).toEqual([]);
  });

  it("new accounts' credits are not for those who have credits, nor for the inactive", async () => {
    const [rich, poor] = (await makeUsers(app, 2, { createdAt: yesterday })) as [number, number];
    const [inactive] = await makeUsers(app, 1, { createdAt: yesterday, isActive: false });
    const grant = {
      type: 'ADJUSTMENT',
      amount: 1,
      claim: `test#${rich}`,
      reason: 'Test',
      actor: 'test',
    } as const;
    await app.ledger.grant(rich, grant);
    expect(await run(app, job)).toMatchObject({ granted: 1, skipped: 1 });
    expect(await ledgerOf(app, rich)).toEqual([['ADJUSTMENT', 1]]);
    await expectLedgers(app, [poor], [['signup_grant', 5]]);
    expect(await ledgerOf(app, inactive as number)).toEqual([]);
  });

  it("new accounts' credits are not for holders of an active partner licence nor members of a team; a dead licence is none", async () => {
    const [holder, member, former, plain] = (await makeUsers(app, 4, { createdAt: yesterday })) as [number, number, number, number];
    const licences = licencesOf(app.world);
    const key = await licences.give(holder, 3);
    await licences.set(key, { status: 'active', tier: 3, members: [member] }, () => []);
    await licences.give(former, 2, { status: 'deactivated' });
    expect(await run(app, job, { dry_run: true })).toMatchObject({
      granted: 2,
      skipped: 2,
      total_credits: 10,
    });
    expect(await run(app, job)).toMatchObject({ granted: 2, skipped: 2 });
    await expectLedgers(app, [holder, member], []);
    await expectLedgers(app, [former, plain], [['signup_grant', 5]]);
  });
});
