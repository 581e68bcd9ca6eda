// Slow: it tries many faults.
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { newSid, sceneOf } from '#test/api/events/scene.ts';
import { expectLedgers, makeUsers, operator } from '#test/credits/grants/scene.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';

const skewMs = 60_000;
const skewed = (world: World, by: number): Promise<TestApp> =>
  startApp({
    ...world,
    clock: {
      get now() {
        return world.clock.now + by;
      },
    } as World['clock'],
  });
const bearer = (answer: { body: unknown }) => ({
  authorization: `Bearer ${(answer.body as { access_token: string }).access_token}`,
});

const places: [string, number][] = [
  ['ahead', skewMs],
  ['behind', -skewMs],
];
describe.each(places)('a function whose clock is a minute %s of the one before it', (_, by) => {
  let world: World;
  let before: TestApp;
  let after: TestApp;
  beforeEach(async () => {
    world = await newWorld();
    [before, after] = [await skewed(world, -by / 2), await skewed(world, by / 2)];
  });

  it('functions with different clocks match a click with its conversion, count it once, and erase it', async () => {
    const owner = await newAdvertiser(before);
    const svc_click_id = await owner.click();
    const body = {
      event_type: 'order_created',
      event_id: 'o1',
      value: 9.99,
      svc_click_id,
      external_user_id: 'ada',
      properties: { a: 1 },
    };
    const send = (app: TestApp) => app.conversions.sendConversion({ body, headers: owner.key });
    expect(await send(after)).toMatchObject({ status: 200, body: { campaign: 'spring', duplicate: false } });
    expect(await send(before)).toMatchObject({ status: 200, body: { campaign: 'spring', duplicate: true } });
    await before.settle();
    expect(await sceneOf(after).rows(owner as never)).toMatchObject([{ count: 1, value: '9.99' }]);
    await after.conversions.sendConversion({ body: { ...body, event_id: 'o2' }, headers: owner.key });
    const answer = await before.privacy.erase({
      body: { external_user_id: 'ada' },
      headers: owner.headers,
    });
    expect(answer.status).toBe(202);
    await after.settle();
    await after.work('erasure');
    for (const event_id of ['o1', 'o2']) expect(await sceneOf(after).receipt(owner as never, event_id)).toMatchObject({ erased: true });
  });

  it('functions with different clocks match an event with a later click', async () => {
    const owner = await newAdvertiser(before);
    const sid = newSid();
    await sceneOf(before).send(owner as never, { event_id: 'o1', svc_click_id: sid });
    await sceneOf(after).land(owner.pixelKey, sid);
    await before.settle();
    expect(await sceneOf(after).receipt(owner as never, 'o1')).toMatchObject({ matched: true });
  });

  it("functions with different clocks accept each other's codes and tokens, and end sessions", async () => {
    const email = 'ada@company.example';
    const password = 'a fine long password';
    await before.accounts.sendVerification({ body: { email } });
    const registered = await after.accounts.completeRegistration({
      body: { email, password, code: mailedCode(after, email) },
    });
    expect(registered.status).toBe(200);
    expect((await before.accounts.readMe({ headers: bearer(registered) })).status).toBe(200);
    const refreshed = await before.accounts.refresh({ headers: bearer(registered) });
    expect(refreshed.status).toBe(200);
    const changed = await after.accounts.changePassword({
      body: { current_password: password, new_password: `${password} 2` },
      headers: bearer(refreshed),
    });
    expect(changed.status).toBe(200);
    const again = await before.accounts.login({ body: { email, password: `${password} 2` } });
    expect(again.status).toBe(200);
    for (const app of [before, after]) expect((await app.accounts.readMe({ headers: bearer(again) })).status).toBe(200);
  });

  it("a revoked key works for at most a minute of a function's own clock", async () => {
    const owner = await newAdvertiser(before);
    const send = async (event_id: string) => {
      const body = { event_type: 'a', event_id, svc_click_id: 's_x' };
      return (await after.conversions.sendConversion({ body, headers: owner.key })).status;
    };
    expect(await send('e1')).toBe(202);
    const params = { id: owner.secretKeyId };
    await before.keys.revokeKey({ params, headers: owner.headers });
    world.clock.now += skewMs + 1000;
    expect(await send('e2')).toBe(401);
  });

  it('daily credits are granted once on both sides of midnight', async () => {
    world.clock.now = Date.parse('2026-11-21T18:30:00Z');
    const users = await makeUsers(before, 3, { createdAt: '2026-11-01T00:00:00.000Z' });
    for (const app of [before, after, before, after]) await app.operators.grantDailyCredits({ headers: operator });
    await expectLedgers(before, users, [
      ['daily_grant', 5],
      ['daily_grant', 5],
    ]);
  });

  it('a nudge is sent once by functions with different clocks', async () => {
    const { headers } = await newUser(before);
    await before.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers });
    await after.settle();
    world.clock.now += 600_000;
    const [sent] = world.messages;
    for (const app of [after, before, after]) await app.attempt('nudge_email', sent?.message ?? {});
    expect(world.mails).toHaveLength(1);
  });
});
