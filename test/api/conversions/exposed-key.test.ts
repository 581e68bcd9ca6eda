import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
  await app.settle();
  app.world.mails.length = 0;
});

const origin = 'https://shop.example';
let event = 0;
const item = () => ({ event_type: 'a', event_id: `e${++event}`, svc_click_id: 's_x' });
const send = (headers: object = { origin }, body: object = item()) =>
  app.conversions.sendConversion({ body: body as never, headers: { ...owner.key, ...headers } });
const alerts = async () => {
  await app.settle();
  return app.world.mails.filter(({ subject }) => subject.includes('in a browser'));
};

describe('a secret key with an Origin header', () => {
  it('a secret key with an Origin header works, and its owner is alerted with the key, the origin and the advice', async () => {
    expect(await send()).toMatchObject({ status: 202, body: { accepted: true } });
    const [mail, ...more] = await alerts();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: owner.email });
    for (const words of ['Back end', origin, 'rotate']) expect(mail?.text).toContain(words);
    expect(mail?.text).toContain(`ending in ${owner.key.authorization.slice(-4)}`);
    expect(mail?.text).not.toContain(owner.key.authorization.slice(-12));
  });

  it('an exposed key alerts once a day and key, in single, batch and refused form, whatever the races', async () => {
    const another = await app.restart();
    await Promise.all([
      ...Array.from({ length: 10 }, () => send()),
      ...Array.from({ length: 10 }, () => another.conversions.sendConversion({ body: item(), headers: { ...owner.key, origin } as never })),
    ]);
    expect(await send({ origin }, { events: [item()] })).toMatchObject({ status: 202 });
    expect(await alerts()).toHaveLength(1);
    app.world.clock.now += 86_400_000;
    expect(await send({ origin }, { events: [item()] })).toMatchObject({ status: 202 });
    expect(await alerts()).toHaveLength(2);
    app.world.clock.now += 86_400_000;
    expect(await send({ origin }, { event_type: 'A' })).toMatchObject({ status: 422 });
    expect(await alerts()).toHaveLength(3);
  });

  it('an exposed key is marked until it is rotated', async () => {
    const exposure = async () => {
      const { body } = await app.keys.listKeys({ headers: owner.headers });
      const { keys } = body as { keys: { id: string; exposed: unknown }[] };
      return keys.map(({ exposed }) => exposed).filter(Boolean);
    };
    expect(await exposure()).toEqual([]);
    const at = new Date(app.world.clock.now).toISOString();
    await send();
    expect(await exposure()).toEqual([{ at, origin }]);
    const rotated = await app.keys.rotateKey({
      params: { id: owner.secretKeyId },
      body: { grace_seconds: 3600 },
      headers: owner.headers,
    });
    expect(rotated.status).toBe(200);
    expect(await exposure()).toEqual([]);
    app.world.clock.now += 60_000;
    await send();
    expect(await exposure()).toEqual([]);
  });

  it('an alert never names an invalid origin', async () => {
    await send({ origin: 'null' });
    const [mail] = await alerts();
    expect(mail?.text).toContain('from a web page:');
  });

  it('an exposed key costs nothing without the header, and one read and one transaction a day and process with it', async () => {
    await send({});
    const from = app.calls.length;
    await send({});
    expect(app.calls.slice(from).map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'PutItem']);
    await send();
    const then = app.calls.length;
    expect(app.calls.slice(from + 3).map(({ operation }) => operation)).toEqual([
      'GetItem',
      'TransactWriteItems',
      'GetItem',
      'GetItem',
      'PutItem',
    ]);
    await send();
    expect(app.calls.slice(then)).toHaveLength(3);
  });

  it('an exposed key works even when the alert cannot be written', async () => {
    for (const mode of ['fails_before', 'fails_after'] as const) {
      for (const at of [2, 3]) {
        const world = app.world;
        const faulty = await startApp(world, { fault: { at, mode } });
        const answer = await faulty.conversions.sendConversion({
          body: item(),
          headers: { ...owner.key, origin } as never,
        });
        expect(answer.status).toBe(202);
      }
    }
    expect(await alerts()).toHaveLength(1);
  });
});
