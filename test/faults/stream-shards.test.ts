// Slow: it tries many faults.
import type { Context } from 'aws-lambda';
import { newSid, sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { atEveryCall, interleaved } from './interleaved.ts';

// A stream has several shards with a consumer each.
const worker = 'conversion-totals';
type Records = Awaited<ReturnType<TestApp['world']['streams']['peek']>>;

async function newScene() {
  const app = await startApp(await newWorld());
  const advertiser = await newAdvertiser(app);
  await app.settle();
  return { app, world: app.world, scene: sceneOf(app), advertiser };
}
type Scene = Awaited<ReturnType<typeof newScene>>;

const kindOf = (record: Records[number]) => record.dynamodb.NewImage?.kind?.S;
const consume = (app: TestApp, records: Records, shard: string) =>
  app.consumers[worker](app.world.streams.eventOf(worker, records, shard), {} as Context);
const recordsOf = async ({ world }: Scene, ...kinds: string[]) =>
  (await world.streams.peek(worker)).filter((record) => kinds.includes(kindOf(record) ?? ''));
const changesOf = async (scene: Scene) => (await recordsOf(scene, 'conversion')).filter(({ eventName }) => eventName === 'MODIFY');

async function consumeChanges(of: Scene) {
  const changes = await changesOf(of);
  if (changes.length > 0) await consume(of.app, changes, 'events, child');
}

describe('two consumers, one with an event and one with its click', () => {
  const sid = newSid();
  const expectMatched = async (of: Scene) => {
    await consumeChanges(of);
    expect(await of.scene.receipt(of.advertiser, 'o1')).toMatchObject({ matched: true, campaign: 'spring' });
    expect(await of.scene.rows(of.advertiser)).toMatchObject([{ campaign: 'spring', count: 1, value: '12.50' }]);
  };
  const sendEvent = (of: Scene) => of.scene.send(of.advertiser, { event_id: 'o1', svc_click_id: sid, value: 12.5 });
  const land = (of: Scene) => of.scene.land(of.advertiser.pixelKey, sid);

  it('parallel consumers match a click that arrives while the event is processed', async () => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      await sendEvent(of);
      const events = await recordsOf(of, 'conversion');
      const isReached = await interleaved(
        of.world,
        place,
        (app) => consume(app, events, 'events'),
        async (app) => {
          await land(of);
          await consume(app, await recordsOf(of, 'session'), 'clicks');
        },
      );
      await expectMatched(of);
      return isReached;
    });
    expect(places).toBeGreaterThan(8);
  });

  it.each([
    ['the event', ['conversion'], ['session']],
    ['the click', ['session'], ['conversion']],
  ])('parallel consumers match event and click while %s is held back', async (_, held, other) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      await sendEvent(of);
      await land(of);
      const [first, second] = [await recordsOf(of, ...held), await recordsOf(of, ...other)];
      const isReached = await interleaved(
        of.world,
        place,
        (app) => consume(app, first, held[0] as string),
        (app) => consume(app, second, other[0] as string),
      );
      await expectMatched(of);
      return isReached;
    });
    expect(places).toBeGreaterThan(2);
  });
});

it.each([
  ['the event', 'conversion', 'user_click'],
  ['the click', 'user_click', 'conversion'],
])(
  'an event of a user and a click that turns out to be theirs, on two shards, are matched while %s is held back',
  async (_, held, other) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      const { app, world, scene, advertiser } = of;
      const sid = await advertiser.click();
      await app.settle();
      world.clock.now += 1000;
      await scene.send(advertiser, { event_id: 'o1', external_user_id: 'ada', value: 12.5 });
      const identify = async () => {
        const body = { key: advertiser.pixelKey, sid, external_user_id: 'ada' };
        expect((await app.pixel.identify({ body })).status).toBe(202);
      };
      if (held === 'user_click') await identify();
      const first = await recordsOf(of, held);
      const isReached = await interleaved(
        world,
        place,
        (by) => consume(by, first, held),
        async (by) => {
          if (other === 'user_click') await identify();
          await consume(by, await recordsOf(of, other), other);
        },
      );
      await consumeChanges(of);
      expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ matched: true, campaign: 'spring' });
      expect(await scene.rows(advertiser)).toMatchObject([{ campaign: 'spring', count: 1, value: '12.50' }]);
      return isReached;
    });
    expect(places).toBeGreaterThan(2);
  },
);

it('two clicks with one click id of an ad network, on two shards: the first one to match an event stays', async () => {
  const places = await atEveryCall(async (place) => {
    const of = await newScene();
    const { scene, advertiser } = of;
    const item = { id: 'o1', type: 'order_created', oppref: 'net1', data: { value: 12.5, currency: 'USD' } };
    await scene.batch(advertiser, [item]);
    await consume(of.app, await recordsOf(of, 'conversion'), 'events');
    for (const campaign of ['spring', 'autumn']) await scene.land(advertiser.pixelKey, newSid(), `svc_campaign=${campaign}&oppref=net1`);
    const [spring, autumn] = await recordsOf(of, 'session');
    let first: string | undefined;
    const isReached = await interleaved(
      of.world,
      place,
      (app) => consume(app, [spring] as Records, 'clicks'),
      async (app) => {
        await consume(app, [autumn] as Records, 'other clicks');
        first = (await scene.receipt(advertiser, 'o1')).campaign ?? undefined;
      },
    );
    expect(first).toBeDefined();
    expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ matched: true, campaign: first });
    await consumeChanges(of);
    expect(await scene.rows(advertiser)).toMatchObject([{ campaign: first, count: 1 }]);
    return isReached;
  });
  expect(places).toBeGreaterThan(4);
});

describe('an erasure parallel to a consumer', () => {
  const sid = newSid();
  const erase = async (app: TestApp, { advertiser }: Scene) => {
    const body = { external_user_id: 'ada' };
    const answer = await app.privacy.erase({ body, headers: advertiser.headers });
    expect(answer.status).toBe(202);
  };
  const sendEvent = (of: Scene) =>
    of.scene.send(of.advertiser, {
      event_id: 'o1',
      svc_click_id: sid,
      external_user_id: 'ada',
      properties: { a: 1 },
    });
  async function expectErased(of: Scene) {
    const { app, world, scene, advertiser } = of;
    await consumeChanges(of);
    await app.work('erasure');
    expect(world.messages).toEqual([]);
    const receipt = await scene.receipt(advertiser, 'o1');
    expect(receipt).toMatchObject({ erased: true, properties: null, has_external_user: false });
    expect(receipt).not.toHaveProperty('svc_click_id');
    expect(receipt).not.toHaveProperty('session_id');
  }
  const cases: ['consumer' | 'erasure'][] = [['consumer'], ['erasure']];

  it.each(cases)('new events are erased while the %s is held back', async (held) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      await sendEvent(of);
      const events = await recordsOf(of, 'conversion');
      const consumes = (app: TestApp) => consume(app, events, 'events');
      const erases = (app: TestApp) => erase(app, of);
      const [first, second] = held === 'consumer' ? [consumes, erases] : [erases, consumes];
      const isReached = await interleaved(of.world, place, first, second);
      of.world.messages.splice(0, of.world.messages.length, ...of.world.messages.filter(isLate));
      await expectErased(of);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it.each(cases)('new events of an existing link are erased while the %s is held back', async (held) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      const { app, world, scene, advertiser } = of;
      await scene.land(advertiser.pixelKey, sid);
      await scene.send(advertiser, { event_id: 'o0', svc_click_id: sid, external_user_id: 'ada' });
      await consume(app, await recordsOf(of, 'session', 'conversion'), 'before');
      await sendEvent(of);
      const events = (await recordsOf(of, 'conversion')).slice(1);
      const consumes = (by: TestApp) => consume(by, events, 'events');
      const erases = (by: TestApp) => erase(by, of);
      const [first, second] = held === 'consumer' ? [consumes, erases] : [erases, consumes];
      const isReached = await interleaved(world, place, first, second);
      world.messages.splice(0, world.messages.length, ...world.messages.filter(isLate));
      await expectErased(of);
      const hash = await app.userHash(advertiser.id, 'ada');
      const left = (await allItems(world)).filter((item) => JSON.stringify(item).includes(hash));
      expect(left).toEqual([]);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it.each([
    ['consumer', 'an erasure goes on'],
    ['erasure', 'the consumer goes on'],
    ['erasure', 'the consumer and another erasure go on'],
  ])('an erasure that leaves later events of the same click keeps them erasable, when the %s is held back and %s', async (held, other) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      const { app, world, scene, advertiser } = of;
      await scene.land(advertiser.pixelKey, sid);
      await consume(app, await recordsOf(of, 'session'), 'clicks');
      await sendEvent(of);
      await erase(app, of);
      world.messages.length = 0;
      world.clock.now += 3_600_000;
      await scene.send(advertiser, { event_id: 'o2', svc_click_id: sid, external_user_id: 'ada' });
      const [earlier, later] = (await recordsOf(of, 'conversion')) as [Records[0], Records[0]];
      await consume(app, [earlier], 'events');
      const [{ message }] = world.messages.filter(isLate) as [Message];
      world.messages.length = 0;
      const consumes = (by: TestApp) => consume(by, [later], 'other events');
      const erases = async (by: TestApp) => expect(await by.attempt('erasure', message)).toBe(true);
      const both = async (by: TestApp) => {
        await consumes(by);
        await erases(by);
      };
      const [first, second] = held === 'consumer' ? [consumes, erases] : [erases, other.includes('another') ? both : consumes];
      const isReached = await interleaved(world, place, first, second);
      expect(await scene.receipt(advertiser, 'o1')).toMatchObject({ erased: true });
      expect(await scene.receipt(advertiser, 'o2')).toMatchObject({ has_external_user: true });
      const headers = await app.signIn(advertiser.id);
      const answer = await app.privacy.erase({ body: { external_user_id: 'ada' }, headers });
      expect(answer.body).toMatchObject({ erased_events: 1 });
      const hash = await app.userHash(advertiser.id, 'ada');
      const left = (await allItems(world)).filter((item) => JSON.stringify(item).includes(hash));
      expect(left).toEqual([]);
      return isReached;
    });
    expect(places).toBeGreaterThan(6);
  });

  it.each(cases)('an event keeps no erased click while the %s is held back', async (held) => {
    const places = await atEveryCall(async (place) => {
      const of = await newScene();
      await sendEvent(of);
      await consume(of.app, await recordsOf(of, 'conversion'), 'events');
      await of.scene.land(of.advertiser.pixelKey, sid);
      const clicks = await recordsOf(of, 'session');
      const consumes = (app: TestApp) => consume(app, clicks, 'clicks');
      const erases = (app: TestApp) => erase(app, of);
      const [first, second] = held === 'consumer' ? [consumes, erases] : [erases, consumes];
      const isReached = await interleaved(of.world, place, first, second);
      await expectErased(of);
      return isReached;
    });
    expect(places).toBeGreaterThan(4);
  });
});

type Message = TestApp['world']['messages'][number];
const isLate = ({ message }: Message) => 'late' in message && message.late === true;

it('events on two shards, one of them redelivered, and then on the child of a split: each counts once', async () => {
  const places = await atEveryCall(async (place) => {
    const of = await newScene();
    const { scene, advertiser, app } = of;
    const svc_click_id = await advertiser.click();
    for (const event_id of ['o1', 'o2', 'o3', 'o4']) await scene.send(advertiser, { event_id, svc_click_id, value: 0.1 });
    const [one, two, three, four] = (await recordsOf(of, 'conversion')) as [Records[0], Records[0], Records[0], Records[0]];
    const isReached = await interleaved(
      of.world,
      place,
      (held) => consume(held, [one, two], 'parent'),
      async (other) => {
        await consume(other, [three], 'other');
        await consume(other, [three], 'other');
      },
    );
    await consume(app, [two], 'parent');
    await consume(app, [four], 'child');
    await consume(app, [four], 'child');
    expect(await scene.rows(advertiser)).toMatchObject([{ campaign: 'spring', count: 4, value: '0.40' }]);
    return isReached;
  });
  expect(places).toBeGreaterThan(8);
});

describe('events of one campaign on twenty shards', () => {
  it('events of one campaign on twenty shards are one row of the report, one line of the funnel and all in the log, however often their records come', async () => {
    const of = await newScene();
    const click = await of.advertiser.click();
    for (let number = 0; number < 20; number++)
      await of.scene.send(of.advertiser, { event_id: `o${number}`, svc_click_id: click, value: 1.5 });
    const records = await recordsOf(of, 'conversion');
    expect(records).toHaveLength(20);
    const deliver = () => Promise.all(records.map((record, shard) => consume(of.app, [record], `shardId-${shard}`)));
    await deliver();
    await deliver();
    expect(await of.scene.rows(of.advertiser)).toMatchObject([{ campaign: 'spring', count: 20, value: '30.00' }]);
    const { headers } = of.advertiser;
    const funnel = await of.app.reports.reportFunnel({ query: {}, headers });
    const { steps } = funnel.body as { steps: { count: number }[] };
    expect(steps.at(-1)?.count).toBe(20);
    const log = await of.app.events.listEvents({ query: { limit: 100 }, headers });
    expect((log.body as { events: object[] }).events).toHaveLength(20);
  });
});
