// Slow: it tries many faults.
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { isDue, longestRetryMs } from '#shared/deliveries/rules/retry.ts';
import { tableAt } from '#shared/store/table.ts';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

// In these tests, a clock that was a day ahead stored the times.
const dayMs = 86_400_000;
let world: World;
let ahead: TestApp;
const setBack = async () => {
  world.clock.now -= dayMs;
  return await startApp(world);
};
beforeEach(async () => {
  world = await newWorld();
  world.clock.now += dayMs;
  ahead = await startApp(world);
});

describe('times from a clock that was a day ahead', () => {
  it('times from a fast clock do not close the shared counter of events', async () => {
    const limit = { perSecond: 200, burst: 2000 };
    const table = tableAt(`${world.prefix}attribution`, testDynamo());
    const counters = eventCountersIn(table, { now: () => world.clock.now, name: 'test' });
    const charge = (events: number, seenUntil = 0) => counters.charge('k', events, limit, seenUntil);
    const { until } = await charge(2000);
    await setBack();
    for (const seen of [until, 0]) {
      const charged = await charge(500, seen);
      expect(charged.isCharged).toBe(true);
      expect(charged.until).toBeLessThanOrEqual(world.clock.now + 10_500);
    }
    expect(await charge(2000)).toMatchObject({ isCharged: false });
  });

  it('times from a fast clock do not delay the next code of an address', async () => {
    const email = 'ada@company.example';
    await ahead.accounts.sendVerification({ body: { email } });
    const first = mailedCode(ahead, email);
    const right = await setBack();
    await right.accounts.sendVerification({ body: { email } });
    const code = mailedCode(right, email);
    expect(code).not.toBe(first);
    const body = { email, code, password: 'a fine long password' };
    expect((await right.accounts.completeRegistration({ body })).status).toBe(200);
  });

  it('times from a fast clock do not prolong a revoked key beyond a minute', async () => {
    const owner = await newAdvertiser(ahead);
    const send = async (event_id: string) => {
      const body = { event_type: 'a', event_id, svc_click_id: 's_x' };
      return (await ahead.conversions.sendConversion({ body, headers: owner.key })).status;
    };
    expect(await send('e1')).toBe(202);
    const right = await setBack();
    await right.keys.revokeKey({ params: { id: owner.secretKeyId }, headers: owner.headers });
    world.clock.now += 60_000;
    expect(await send('e2')).toBe(401);
  });

  it('times from a fast clock do not refuse a password reset', async () => {
    const owner = await newUser(ahead, { passwordHash: await hashPassword('the first words') });
    const changed = await ahead.accounts.changePassword({
      body: { current_password: 'the first words', new_password: 'the second words' },
      headers: owner.headers,
    });
    expect(changed.status).toBe(200);
    const right = await setBack();
    const { email } = owner;
    await right.accounts.forgotPassword({ body: { email } });
    await right.work('reset_codes');
    const code = mailedCode(right, email);
    const verified = await right.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
    const { reset_token } = verified.body;
    const body = { email, code, reset_token, new_password: 'the third words' };
    expect(await right.accounts.resetPassword({ body })).toMatchObject({ status: 200 });
    expect((await right.accounts.login({ body: { email, password: body.new_password } })).status).toBe(200);
  });

  it("times from a fast clock do not delay a webhook's delivery", () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const isDueAt = (nextMs: number) =>
      isDue({ status: 'pending', nextAttemptAt: new Date(now + nextMs).toISOString() } as never, new Date(now).toISOString(), undefined);
    expect([0, 60_000, longestRetryMs, longestRetryMs + 60_000, dayMs].map(isDueAt)).toEqual([true, false, false, true, true]);
  });
});
