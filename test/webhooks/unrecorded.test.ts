// Slow: it holds a worker back between its calls.

import { seeded } from '#test/chaos/seeded.ts';
import { atEveryCall, interleaved } from '#test/faults/interleaved.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { isNight } from '#test/kit/tier.ts';
import { deliveriesOf, pass, run, subscriber } from './scene.ts';

const down = () => ({ status: 503, body: 'down' });
const up = () => ({ status: 200, body: '' });
const posted = ({ world }: TestApp) => world.hooks.posts.map(({ body }) => JSON.parse(body).data.event_id as string);
const rowsIn = async ({ world }: TestApp) => (await allItems(world, 'attribution')).filter(({ kind }) => kind === 'webhook_delivery');
const endpointIn = async ({ world }: TestApp) => (await allItems(world, 'attribution')).find(({ kind }) => kind === 'webhook_endpoint');
const named = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `order_created:${from + at}`);
type Scene = Awaited<ReturnType<typeof subscriber>>;

async function send(app: TestApp, { order }: Pick<Scene, 'order'>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    app.world.clock.now += 1000;
    expect((await order(name)).status).toBe(200);
  }
}

/** Three events fail, and the first run of the lane too. */
async function failing(app: TestApp, body: Parameters<typeof subscriber>[1] = {}): Promise<Scene> {
  const one = await subscriber(app, body);
  app.world.hooks.answer = down;
  await send(app, one, named(0, 3));
  await pass(app, 60);
  expect(await endpointIn(app)).toMatchObject({ unrecordedFrom: expect.any(String) });
  expect(await rowsIn(app)).toHaveLength(3);
  return one;
}

async function expectAllOnce(app: TestApp, names: readonly string[]): Promise<void> {
  const rows = await rowsIn(app);
  expect(rows.map(({ status }) => status)).toEqual(names.map(() => 'delivered'));
  const events = rows.map(({ payload }) => JSON.parse(String(payload)).data.event_id);
  expect(events.sort()).toEqual([...names].sort());
  for (const field of ['laneWaiting', 'unrecordedFrom', 'unrecordedTo', 'failingSince'])
    expect(await endpointIn(app)).not.toHaveProperty(field);
}

describe('an endpoint that keeps failing', () => {
  it('gets neither deliveries nor messages, the list says how many events wait, and all of them come in order and once when it answers', async () => {
    const app = await startApp(await newWorld());
    const one = await failing(app);
    const messages = app.world.messages.filter(({ queue }) => queue === 'webhooks');
    expect(messages).toHaveLength(1);
    const since = new Date(app.world.clock.now + 1000).toISOString();
    await send(app, one, named(3, 43));
    await run(app);
    expect(await rowsIn(app)).toHaveLength(3);
    expect(app.world.messages.filter(({ queue }) => queue === 'webhooks')).toEqual([
      expect.objectContaining({ message: messages[0]?.message }),
    ]);
    const { waiting } = await deliveriesOf(app, one);
    expect(waiting).toMatchObject({ events: 40 });
    expect((waiting?.since ?? '') < since).toBe(true);
    app.world.hooks.posts = [];
    app.world.hooks.answer = up;
    await pass(app, 600);
    expect(posted(app)).toEqual(named(0, 43));
    await expectAllOnce(app, named(0, 43));
    expect((await deliveriesOf(app, one)).waiting).toBeNull();
    await send(app, one, named(43, 44));
    await run(app);
    expect(posted(app)).toEqual(named(0, 44));
  });

  it('gets events of other types recorded as before, and a late match after the events that came before it', async () => {
    const app = await startApp(await newWorld());
    const one = await failing(app);
    await send(app, one, named(3, 5));
    await one.order('order_created:late', { svc_click_id: 'gclid:late' });
    app.world.clock.now += 1000;
    await one.click('svc_campaign=spring&gclid=late');
    await run(app);
    await send(app, one, named(5, 7));
    await run(app);
    expect((await rowsIn(app)).map(({ type }) => type)).toEqual([...Array(3).fill('conversion.attributed'), 'conversion.matched_late']);
    app.world.hooks.posts = [];
    app.world.hooks.answer = up;
    await pass(app, 600);
    expect(posted(app)).toEqual([...named(0, 5), 'order_created:late', ...named(5, 7)]);
  });

  it('is disabled after a day, and gets everything since it began to fail when it is enabled', async () => {
    const app = await startApp(await newWorld());
    const one = await failing(app);
    await send(app, one, named(3, 6));
    await pass(app, 30 * 3600);
    one.headers = await app.signIn(one.id);
    const change = (status: 'enabled' | 'disabled') =>
      app.webhooks.changeWebhookEndpoint({ params: { id: one.endpoint.id }, body: { status }, headers: one.headers });
    await send(app, one, named(6, 9));
    await run(app);
    expect(await endpointIn(app)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect((await deliveriesOf(app, one)).waiting).toMatchObject({ events: 6 });
    expect(await rowsIn(app)).toHaveLength(3);
    app.world.hooks.posts = [];
    app.world.hooks.answer = up;
    expect(await change('enabled')).toMatchObject({ status: 200, body: { status: 'enabled' } });
    await send(app, one, named(9, 11));
    await pass(app, 60);
    expect(posted(app)).toEqual(named(0, 11));
    await expectAllOnce(app, named(0, 11));
  });

  it('gets an event recorded that the log has not taken, and everything in the end', async () => {
    const app = await startApp(await newWorld());
    const one = await failing(app);
    const refusing = await startApp(app.world, {
      refusesForLoad: ({ by, operation, body }) => by === 'conversion-totals' && operation === 'BatchWriteItem' && body.includes('"LOG#'),
    });
    await send(app, one, named(3, 5));
    await refusing.settle();
    expect(await rowsIn(app)).toHaveLength(5);
    await send(app, one, named(5, 7));
    await run(app);
    expect(await rowsIn(app)).toHaveLength(5);
    app.world.hooks.answer = up;
    await pass(app, 600);
    await expectAllOnce(app, named(0, 7));
  });

  it('gets no event twice that was recorded before it failed, though the log has it', async () => {
    const app = await startApp(await newWorld());
    const one = await failing(app);
    app.world.hooks.answer = up;
    const { unrecordedFrom } = (await endpointIn(app)) as { unrecordedFrom?: string };
    app.world.clock.now = Date.parse(String(unrecordedFrom));
    expect((await one.order('order_created:at')).status).toBe(200);
    app.world.clock.now += 60_000;
    await run(app);
    expect(await rowsIn(app)).toHaveLength(4);
    await pass(app, 600);
    await expectAllOnce(app, [...named(0, 3), 'order_created:at']);
    expect(posted(app).filter((name) => name === 'order_created:at')).toHaveLength(1);
  });
});

/** By day, every seventh call. */
const places = { step: isNight ? 1 : 7 };
const lane = ({ queue, message }: TestApp['world']['messages'][number]) =>
  queue === 'webhooks' && 'tick' in (message as { work: object }).work;

/** Handles the message of the lane, whose time has come. */
async function workLane(by: TestApp): Promise<void> {
  const at = by.world.messages.findIndex(lane);
  const [sent] = by.world.messages.splice(at, 1);
  if (sent) expect(await by.attempt('webhooks', sent.message)).toBe(true);
}

describe('events that arrive between any two calls of the run that records them', () => {
  it('come once and in order', async () => {
    await atEveryCall(async (place) => {
      const app = await startApp(await newWorld());
      const one = await failing(app);
      await send(app, one, named(3, 6));
      await app.settle();
      app.world.hooks.posts = [];
      app.world.hooks.answer = up;
      app.world.clock.now += 600_000;
      const isReached = await interleaved(app.world, place, workLane, async (other) => {
        await send(other, one, named(6, 8));
        await other.settle();
      });
      await pass(app, 600);
      // Deliveries of a wave are sent at once, so a request that is held back alone comes after the rest of its wave.
      expect(place.alone ? posted(app).sort() : posted(app)).toEqual(named(0, 8));
      await expectAllOnce(app, named(0, 8));
      return isReached;
    }, places);
  });

  it('come once and in order, if the run falls between any two calls of their batch', async () => {
    await atEveryCall(async (place) => {
      const app = await startApp(await newWorld());
      const one = await failing(app);
      await send(app, one, named(3, 6));
      await app.settle();
      await send(app, one, named(6, 8));
      app.world.hooks.answer = up;
      app.world.clock.now += 600_000;
      const isReached = await interleaved(app.world, place, (by) => by.settle(), workLane);
      await pass(app, 600);
      await expectAllOnce(app, named(0, 8));
      return isReached;
    }, places);
  });
});

it.each([1, 2, 3])(
  'two workers with copies of each message, an endpoint that comes and goes, late batches: seed %i loses and doubles nothing',
  async (seed) => {
    const app = await startApp(await newWorld());
    const second = await startApp(app.world);
    const below = seeded(`unrecorded ${process.env.FAULTS_SEED ?? seed}`);
    const one = await subscriber(app);
    let count = 0;
    for (let round = 0; round < 20; round++) {
      app.world.hooks.answer = below(3) === 0 ? up : down;
      const next = count + below(6);
      await send(app, one, named(count, next));
      count = next;
      if (below(3) > 0) await app.settle();
      app.world.clock.now += below(1200) * 1000;
      const due = app.world.messages.filter(({ queue }) => queue === 'webhooks');
      await Promise.all(due.flatMap(({ message }) => [app.attempt('webhooks', message), second.attempt('webhooks', message)]));
      for (const sent of due) app.world.messages.splice(app.world.messages.indexOf(sent), 1);
      // The copies order the same again, and the queue would double with each round.
      const different = new Map(app.world.messages.map((sent) => [JSON.stringify(sent.message), sent]));
      app.world.messages.splice(0, app.world.messages.length, ...different.values());
    }
    app.world.hooks.answer = up;
    await pass(app, 12 * 3600);
    await expectAllOnce(app, named(0, count));
    expect(new Set(posted(app)).size).toBe(count);
  },
);
