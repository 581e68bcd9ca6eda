import { log } from '#shared/log.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});
const rejected = async () => (await scene.log(advertiser, { outcome: 'rejected', limit: 100 })).events;

describe('a rejected event', () => {
  it('an event with too large properties or body is in the log without its content', async () => {
    await scene.send(advertiser, { event_id: 'p', properties: { p: 'x'.repeat(40_000) } });
    await scene.send(advertiser, { event_id: 'b', padding: 'x'.repeat(1_100_000) });
    await scene.send(advertiser, { event_id: 'k', properties: { p: 'x'.repeat(9_000) }, value: -1 });
    const found = new Map((await rejected()).map((entry) => [entry.event_id, entry]));
    expect(found.get('p')?.error?.code).toBe('properties_too_large');
    expect(found.get('p')).not.toHaveProperty('replayable_until');
    expect(found.get('b')).toMatchObject({ error: { code: 'payload_too_large' } });
    expect(found.get('k')).not.toHaveProperty('replayable_until');
  });

  it("an event with a click outside the scope is in the log without the click's owner", async () => {
    const stranger = await newAdvertiser(app);
    await scene.send(advertiser, { event_id: 'f', svc_click_id: await stranger.click() });
    const [entry] = await rejected();
    expect(entry).toMatchObject({ event_id: 'f', error: { code: 'click_id_out_of_scope' }, counted: false });
    expect(entry).not.toHaveProperty('campaign');
    expect(await rejected()).toHaveLength(1);
  });

  it('rejected batch items are in the log with their own reasons, and all items of an atomic batch', async () => {
    const stranger = await newAdvertiser(app);
    const good = { event_id: 'good', event_type: 'order_created', svc_click_id: 's_nobody' };
    const items = [
      good,
      { ...good, event_id: 'v', value: -1 },
      { ...good, event_id: 's', svc_click_id: await stranger.click() },
      { ...good, event_id: undefined, currency: 'x' },
    ];
    expect((await scene.batch(advertiser, items)).status).toBe(207);
    const reasons = (await rejected()).map(({ event_id, error }) => [
      event_id,
      error?.code,
      error?.detail?.map(({ loc }) => loc.join('.')),
    ]);
    expect(reasons).toHaveLength(3);
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['v', 'validation_failed', ['body.events.1.value']],
        ['s', 'click_id_out_of_scope', undefined],
        [undefined, 'validation_failed', ['body.events.3.event_id', 'body.events.3.currency']],
      ]),
    );
    const whole = await scene.batch(advertiser, items.slice(0, 2), { atomic: true });
    expect(whole.status).toBe(422);
    expect((await rejected()).map(({ error }) => error?.code)).toContain('not_stored');
    await scene.batch(advertiser, []);
    expect(await rejected()).toHaveLength(6);
    await app.settle();
    expect(await scene.activity(advertiser)).toMatchObject({
      'rejected validation_failed': 4,
      'rejected click_id_out_of_scope': 1,
      'rejected not_stored': 1,
    });
  });

  it('an event with a wrong key, or with validate_only, is not in the log', async () => {
    await scene.send(advertiser, { value: -1 }, { authorization: 'Bearer sk_live_nonsense' });
    await scene.send(advertiser, { value: -1, validate_only: true });
    await scene.batch(advertiser, [{ event_id: 'x' }], { validate_only: true });
    await app.settle();
    expect((await scene.log(advertiser)).events).toEqual([]);
    expect(await scene.activity(advertiser)).toEqual({});
  });

  it('a rejected event does not use up its event ID', async () => {
    await scene.send(advertiser, { event_id: 'x', value: -1 });
    expect(await scene.send(advertiser, { event_id: 'x', value: 1 })).toMatchObject({
      status: 202,
      body: { duplicate: false },
    });
  });
});

describe('a flood of rejected events', () => {
  it('a flood of rejected events fills the log slowly and the counters completely', async () => {
    for (let i = 0; i < 70; i++) await scene.send(advertiser, { value: -1 });
    expect(await rejected()).toHaveLength(50);
    await scene.batch(
      advertiser,
      Array.from({ length: 300 }, () => ({ value: -1 })),
    );
    expect(await rejected()).toHaveLength(50);
    const other = await newAdvertiser(app);
    await scene.send(other, { value: -1 });
    expect((await scene.log(other)).events).toHaveLength(1);
    app.world.clock.now += 1000;
    await scene.batch(
      advertiser,
      Array.from({ length: 300 }, () => ({ value: -1 })),
    );
    expect(await rejected()).toHaveLength(70);
    await app.settle();
    expect(await scene.activity(advertiser)).toEqual({ 'rejected validation_failed': 670 });
  });

  it('a flood of rejected events costs a request at most eight calls, and one once the budget is used up', async () => {
    const items = Array.from({ length: 1000 }, () => ({ value: -1 }));
    app.calls.length = 0;
    await scene.batch(advertiser, items);
    const names = app.calls.map(({ operation }) => operation);
    // The calls are the key, the day (twice), 50 entries with content, and the tally.
    expect(names.filter((name) => name === 'BatchWriteItem')).toHaveLength(5);
    const others = names.filter((name) => name !== 'BatchWriteItem').sort();
    expect(others).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
    app.calls.length = 0;
    await scene.batch(advertiser, items);
    expect(app.calls.map(({ operation }) => operation)).toEqual(['BatchWriteItem']);
  });
});

describe('the answer to a rejected event', () => {
  it('the answer to a rejected event is the same when the log is not writable', async () => {
    await scene.send(advertiser, { value: -1 });
    const usual = await scene.send(advertiser, { value: -1 });
    for (const at of [2, 3]) {
      const broken = await startApp(app.world, { fault: { at, mode: 'dies_before' } });
      const answer = await sceneOf(broken).send(advertiser, { value: -1 });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body)).toEqual(Object.keys(usual.body));
      expect(broken.calls.length).toBeGreaterThanOrEqual(at);
    }
  });
});

describe('repeated events', () => {
  it('repeated events are listed and counted exactly, with one write; a first send needs none', async () => {
    const sid = await advertiser.click();
    await scene.send(advertiser, { event_id: 'x', svc_click_id: sid, value: 5 });
    for (let i = 0; i < 10; i++) await scene.send(advertiser, { event_id: 'x', svc_click_id: sid, value: 5 });
    app.calls.length = 0;
    await scene.send(advertiser, { event_id: 'y', svc_click_id: sid });
    expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'PutItem']);
    app.calls.length = 0;
    await scene.batch(advertiser, [
      { event_id: 'x', event_type: 'order_created', svc_click_id: sid, value: 5 },
      { event_id: 'y', event_type: 'order_created', svc_click_id: sid },
    ]);
    const writes = app.calls.map(({ operation }) => operation);
    expect(writes).toEqual(['BatchGetItem', 'PutItem', 'PutItem', 'BatchWriteItem']);
    await app.settle();
    expect(await scene.activity(advertiser)).toMatchObject({ duplicate: 12 });
    const { events } = await scene.log(advertiser, { outcome: 'duplicate' });
    expect(events).toHaveLength(12);
    expect(events[0]).toMatchObject({ outcome: 'duplicate', event_type: 'order_created', counted: false });
  });

  it('a flood of repeated events is listed in part and counted completely', async () => {
    await scene.send(advertiser, { event_id: 'x' });
    for (let i = 0; i < 70; i++) await scene.send(advertiser, { event_id: 'x' });
    await app.settle();
    expect((await scene.log(advertiser, { outcome: 'duplicate', limit: 100 })).events).toHaveLength(50);
    expect(await scene.activity(advertiser)).toMatchObject({ duplicate: 70 });
  });

  it('repeated events that cannot be counted are rejected for now, and counted when they are sent again', async () => {
    await scene.send(advertiser, { event_id: 'x' });
    const broken = await startApp(app.world, { fault: { at: 7, mode: 'dies_before' } });
    const again = () => sceneOf(broken).send(advertiser, { event_id: 'x' });
    expect(await again()).toMatchObject({ status: 503 });
    expect(broken.calls.at(-1)).toMatchObject({ operation: 'BatchWriteItem' });
    expect(await scene.send(advertiser, { event_id: 'x' })).toMatchObject({
      status: 200,
      body: { duplicate: true },
    });
    await app.settle();
    expect(await scene.activity(advertiser)).toMatchObject({ duplicate: 1 });
  });

  it('repeated events that cannot be counted are rejected for now also in a batch with a rejected event', async () => {
    const items = ['x', 'y'].map((id) => ({ id, type: 'order_created', data: {} }));
    await scene.batch(advertiser, items);
    const broken = await startApp(app.world, {
      isDown: ({ by, operation }) => by !== 'conversion-totals' && operation === 'BatchWriteItem',
    });
    const mixed = [...items, { id: 'z', type: 'NOT A TYPE', data: {} }];
    expect(await sceneOf(broken).batch(advertiser, mixed)).toMatchObject({ status: 503 });
    const rejectedAlone = await sceneOf(broken).batch(advertiser, mixed.slice(-1));
    expect(rejectedAlone.status).not.toBe(503);
  });
});

describe('the user ID of an event', () => {
  it('the user ID of an event is in no item and no log line', async () => {
    const lines: string[] = [];
    const level = log.getLevelName();
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        lines.push(String(text));
        return true;
      }),
    );
    log.setLogLevel('DEBUG');
    log.info('a line');
    const user = 'user-of-the-secret-kind';
    const sid = await advertiser.click();
    const base = { external_user_id: user, svc_click_id: sid };
    await scene.send(advertiser, base);
    await scene.send(advertiser, { ...base, svc_click_id: 's_unknown' });
    await scene.send(advertiser, { ...base, value: -1 });
    await scene.send(advertiser, {
      ...base,
      value: -1,
      properties: { email: 'ada@example.com' },
      more: user,
    });
    await scene.send(advertiser, { ...base, external_user_id: { id: user } });
    await scene.send(advertiser, { ...base, external_user_id: [user], event_id: 7 });
    await scene.send(advertiser, { ...base, external_user_id: `${user}${'x'.repeat(600)}` });
    await scene.send(advertiser, { ...base, properties: { p: 'x'.repeat(40_000) } });
    await scene.batch(advertiser, [
      { id: 'b1', type: 'order_created', external_user_id: user, svc_click_id: sid, data: { amount: 'x' } },
      { id: 'b2', type: 'order_created', external_user_id: user, svc_click_id: sid, user: { email: user } },
      { id: 'b3', type: 'Order', data: { external_user_id: user }, svc_click_id: sid },
    ]);
    const entry = (await rejected()).find(({ replayable_until }) => replayable_until);
    await scene.replay(advertiser, entry?.id ?? '', { value: 1, external_user_id: user });
    await app.settle();
    const broken = await startApp(app.world, { fault: { at: 3, mode: 'dies_before' } });
    await sceneOf(broken).send(advertiser, { ...base, value: -1 });
    log.setLogLevel(level as 'DEBUG');
    for (const spy of spies) spy.mockRestore();
    const items = await allItems(app.world);
    expect(items.length).toBeGreaterThan(20);
    expect(JSON.stringify(items)).not.toMatch(/secret-kind|ada@example/);
    expect(lines.join('')).toContain('a line');
    expect(lines.join('')).not.toMatch(/secret-kind|ada@example/);
  });
});
