// Slow: it tries many faults.
import '#test/faults/lagging.ts';
import { newSid, sceneOf } from '#test/api/events/scene.ts';
import { expectLedgers, makeUsers, run } from '#test/credits/grants/scene.ts';
import { ownDynamo } from '#test/kit/engine.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { lag } from '#test/kit/lag.ts';

// Eventually consistent reads, and the secondary index, see a copy without the last writes.
const hourMs = 3_600_000;
const operator = { 'x-svc-dev-token': operatorToken };
const Key = { pk: { S: 'a' }, sk: { S: 'a' } };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
let app: TestApp;
beforeEach(async () => {
  lag.ms = 0;
  app = await startApp(await newWorld());
});
async function freeze() {
  lag.ms = 0;
  await ownDynamo?.('GetItem', { TableName: `${app.world.prefix}accounts`, Key });
  lag.ms = hourMs;
}
const erase = async (headers: { authorization: string }, body: object) => {
  const answer = await app.privacy.erase({ body: body as never, headers });
  expect(answer.status).toBe(202);
};

it('the copy is behind', async () => {
  if (!ownDynamo) throw new Error('Run this test with the embedded engine.');
  const TableName = `${app.world.prefix}accounts`;
  await freeze();
  await ownDynamo('PutItem', { TableName, Item: Key });
  expect((await ownDynamo('GetItem', { TableName, Key })).Item).toBeUndefined();
  expect((await ownDynamo('GetItem', { TableName, Key, ConsistentRead: true })).Item).toEqual(Key);
});

describe('a copy without the newest writes', () => {
  beforeEach(freeze);

  it('a lagging copy makes no difference to a new click and its conversion', async () => {
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    const event = { event_id: 'o1', svc_click_id: await advertiser.click(), value: 12.5 };
    expect(await scene.send(advertiser, event)).toMatchObject({ status: 200, body: { campaign: 'spring' } });
    expect(await scene.send(advertiser, event)).toMatchObject({ status: 200, body: { duplicate: true } });
    await app.settle();
    expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ matched: true, counted: true });
  });

  it('a lagging copy does not hide an accepted event from a retry with a click out of scope', async () => {
    const scene = sceneOf(app);
    const [advertiser, other] = [await newAdvertiser(app), await newAdvertiser(app)];
    const event = { event_id: 'o1', svc_click_id: await advertiser.click() };
    await scene.send(advertiser, event);
    const again = await scene.send(advertiser, { ...event, svc_click_id: await other.click() });
    expect(again).toMatchObject({ status: 200, body: { duplicate: true, campaign: 'spring' } });
  });

  it('a lagging copy does not hide a late click', async () => {
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    const sid = newSid();
    await scene.send(advertiser, { event_id: 'o1', svc_click_id: sid });
    await app.settle();
    await scene.land(advertiser.pixelKey, sid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ matched: true, campaign: 'spring' });
  });

  it("a lagging copy does not hide the click of an event's user", async () => {
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    const sid = await advertiser.click();
    app.world.clock.now += 1000;
    await scene.send(advertiser, { event_id: 'o1', external_user_id: 'ada' });
    await app.settle();
    const body = { key: advertiser.pixelKey, sid, external_user_id: 'ada' };
    expect((await app.pixel.identify({ body })).status).toBe(202);
    await app.settle();
    expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ matched: true, campaign: 'spring' });
  });

  it('a lagging copy does not hide an erasure before the projection', async () => {
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    await scene.send(advertiser, { event_id: 'o1', external_user_id: 'ada', properties: { a: 1 } });
    await erase(advertiser.headers, { external_user_id: 'ada' });
    app.world.messages.length = 0;
    await app.settle();
    await app.work('erasure');
    expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ erased: true, properties: null });
  });

  it('a lagging copy does not keep a later event from its own erasure', async () => {
    for (const first of ['projection', 'erasure']) {
      lag.ms = 0;
      const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
      const svc_click_id = await advertiser.click();
      const send = (event_id: string) => scene.send(advertiser, { event_id, svc_click_id, external_user_id: 'ada' });
      await send('before');
      await erase(advertiser.headers, { external_user_id: 'ada' });
      app.world.messages.length = 0;
      if (first === 'projection') await freeze();
      await app.settle();
      app.world.clock.now += hourMs;
      await send('after');
      const headers = await app.signIn(advertiser.id);
      if (first === 'erasure') await freeze();
      if (first === 'projection') await app.settle();
      await app.work('erasure');
      await app.settle();
      expect(await scene.receipt(advertiser, 'before')).toMatchObject({ erased: true });
      expect(await scene.receipt(advertiser, 'after')).toMatchObject({ has_external_user: true });
      await erase(headers, { external_user_id: 'ada' });
      app.world.messages.length = 0;
      expect(await scene.receipt(advertiser, 'after')).toMatchObject({ erased: true });
    }
  });

  it('a lagging copy does not keep an invalidated account active', async () => {
    const { id, headers } = await newUser(app);
    await freeze();
    const body = { user_id: id, reason: 'test' };
    expect((await app.operators.invalidateAccount({ body, headers: operator })).status).toBe(200);
    const after = await startApp(app.world);
    expect((await after.accounts.readMe({ headers })).status).toBe(401);
  });
});

describe('a copy that still has removed items', () => {
  it('a lagging copy gives an erased click to no event', async () => {
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    const svc_click_id = await advertiser.click();
    await freeze();
    await erase(advertiser.headers, { svc_click_id });
    app.world.messages.length = 0;
    await scene.send(advertiser, { event_id: 'o1', svc_click_id, properties: { a: 1 } });
    await app.settle();
    await app.work('erasure');
    const receipt = await scene.receipt(advertiser, 'o1');
    expect(receipt).toMatchObject({ erased: true, properties: null });
    for (const field of ['session_id', 'svc_click_id']) expect(receipt).not.toHaveProperty(field);
  });

  it('a lagging copy lets a revoked key work for the cache time at most', async () => {
    const advertiser = await newAdvertiser(app);
    const send = async (by: TestApp, event_id: string) => {
      const body = { event_type: 'a', event_id, svc_click_id: 's_x' };
      return (await by.conversions.sendConversion({ body, headers: advertiser.key })).status;
    };
    await freeze();
    const params = { id: advertiser.secretKeyId };
    expect((await app.keys.revokeKey({ params, headers: advertiser.headers })).status).toBe(200);
    const other = await startApp(app.world);
    expect(await send(other, 'e1')).toBe(202);
    lag.ms = 0;
    app.world.clock.now += 61_000;
    expect(await send(other, 'e2')).toBe(401);
  });

  it("a lagging copy does not prolong a rotated key's grace", async () => {
    const advertiser = await newAdvertiser(app);
    await freeze();
    const params = { id: advertiser.secretKeyId };
    const answer = await app.keys.rotateKey({
      params,
      body: { grace_seconds: 0 },
      headers: advertiser.headers,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const other = await startApp(app.world);
    const body = { event_type: 'a', event_id: 'e1', svc_click_id: 's_x' };
    const headers = bearer(answer.body.key);
    expect((await other.conversions.sendConversion({ body, headers })).status).toBe(202);
  });
});

it('a secondary index that is behind leaves a new account to the next run, and pays nobody twice', async () => {
  const [early] = await makeUsers(app, 1);
  await freeze();
  const [late] = await makeUsers(app, 1);
  await run(app, 'grant_daily_credits');
  await expectLedgers(app, [early as number], [['daily_grant', 5]]);
  await expectLedgers(app, [late as number], []);
  lag.ms = 0;
  await run(app, 'grant_daily_credits');
  await expectLedgers(app, [early as number, late as number], [['daily_grant', 5]]);
});
