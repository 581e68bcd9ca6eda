// Slow: it fails every call in turn.
import fc from 'fast-check';
import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
const user = 'user-42';
const operations = (calls: { operation: string }[]) => calls.map(({ operation }) => operation);

const identify = (app: TestApp, { pixelKey }: Advertiser, sid: string) =>
  app.pixel.identify({ body: { key: pixelKey, sid, external_user_id: user } });
const send = (app: TestApp, { key }: Advertiser, event_id = 'order:1', svc_click_id = 's_nobody') =>
  app.conversions.sendConversion({
    body: { event_type: 'order_created', event_id, svc_click_id, external_user_id: user, value: 9.99 },
    headers: key,
  });
type Mode = 'report' | 'answer';
async function withClick(app: TestApp, mode: Mode = 'answer') {
  const advertiser = await newAdvertiser(app);
  await sceneOf(app).attributeIdentity(advertiser, mode);
  const sid = await advertiser.click();
  app.world.clock.now += 3_600_000;
  return { advertiser, sid };
}
const linksIn = async (app: TestApp) => (await allItems(app.world)).filter(({ kind }) => kind === 'user_click' || kind === 'user_of_click');
const countedOnce = [{ campaign: 'spring', currency: 'USD', count: 1, value: '9.99' }];

describe('links of users to clicks', () => {
  it('a crash of identify and a retry store one link of one user, which matches the next event', async () => {
    const calls = await crashTest({
      prepare: (app) => withClick(app),
      operation: (app, { advertiser, sid }) => identify(app, advertiser, sid),
      async check(app, { advertiser, sid }, answer) {
        expect(answer).toMatchObject({ status: 202, body: { accepted: true } });
        expect(await linksIn(app)).toHaveLength(2);
        const session = (await allItems(app.world)).find(({ pk }) => pk === `SESSION#${sid}`);
        expect(session).toMatchObject({ identifiedUsers: 1 });
        expect(await send(app, advertiser)).toMatchObject({ status: 200, body: { session_id: sid } });
        await app.settle();
        expect(await sceneOf(app).rows(advertiser)).toEqual(countedOnce);
      },
    });
    expect(operations(calls)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
  });

  it('a crash of an event that matches by its user, and a retry, store and count it once and return its click', async () => {
    const calls = await crashTest({
      async prepare(app) {
        const context = await withClick(app);
        await identify(app, context.advertiser, context.sid);
        return context;
      },
      operation: (app, { advertiser }) => send(app, advertiser),
      async check(app, { advertiser, sid }, answer) {
        const warning = { code: 'matched_by_external_user_id', fields: ['external_user_id'] };
        expect(answer).toMatchObject({ status: 200, body: { session_id: sid, warnings: [warning] } });
        expect(await send(app, advertiser)).toMatchObject({ body: { duplicate: true, session_id: sid } });
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.rows(advertiser)).toEqual(countedOnce);
        expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
          matched_by: 'external_user_id',
          counted: true,
        });
      },
    });
    expect(operations(calls).toSorted()).toEqual([...Array(5).fill('GetItem'), 'PutItem', 'Query']);
  });

  it('with `report`, a crash of an event of a known user and a retry return 202 and credit the event once', async () => {
    const answered = { accepted: true, matched: false, reason: 'unknown_svc_click_id' };
    const calls = await crashTest({
      async prepare(app) {
        const context = await withClick(app, 'report');
        await identify(app, context.advertiser, context.sid);
        return context;
      },
      operation: (app, { advertiser }) => send(app, advertiser),
      async check(app, { advertiser, sid }, answer) {
        expect(answer).toMatchObject({ body: answered });
        await app.settle();
        expect(await send(app, advertiser)).toMatchObject({
          status: 200,
          body: { ...answered, duplicate: true },
        });
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.rows(advertiser)).toEqual(countedOnce);
        expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
          matched_by: 'external_user_id',
          late: true,
          session_id: sid,
          counted: true,
        });
      },
    });
    expect(operations(calls).toSorted()).toEqual([...Array(4).fill('GetItem'), 'PutItem']);
  });

  it('with `report`, a crash of the projection of an event of a known user credits the event once', async () => {
    await crashTest({
      async prepare(app) {
        const context = await withClick(app, 'report');
        await identify(app, context.advertiser, context.sid);
        await app.settle();
        await send(app, context.advertiser);
        return context;
      },
      operation: (app) => app.settle(),
      async check(app, { advertiser }) {
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.rows(advertiser, 'campaign,matched_by')).toEqual([{ ...countedOnce[0], matched_by: 'external_user_id' }]);
        expect((await scene.log(advertiser)).events).toMatchObject([
          { outcome: 'matched', matched_by: 'external_user_id', late: true, counted: true },
        ]);
        expect(await scene.activity(advertiser)).toMatchObject({
          late_match: 1,
          'credited_by_user order_created|counted|unknown_svc_click_id': 1,
        });
      },
    });
  });

  const identity = {
    'a page that identifies': {
      bring: identify,
      total: { count: 1, value: '9.99' },
    },
    'an event that names both': {
      bring: (app: TestApp, advertiser: Advertiser, sid: string) => send(app, advertiser, 'order:2', sid),
      total: { count: 2, value: '19.98' },
    },
  };
  it.each(Object.entries(identity))(
    'of the projection, after %s: the waiting event is matched late and counted once',
    async (_, { bring, total }) => {
      await crashTest({
        async prepare(app) {
          const context = await withClick(app);
          await send(app, context.advertiser);
          await app.settle();
          await bring(app, context.advertiser, context.sid);
          return context;
        },
        operation: (app) => app.settle(),
        async check(app, { advertiser, sid }) {
          await app.settle();
          const scene = sceneOf(app);
          expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
            matched: true,
            late: true,
            matched_by: 'external_user_id',
            session_id: sid,
          });
          expect(await scene.rows(advertiser)).toMatchObject([total]);
          const { events } = await scene.log(advertiser);
          expect(events.every(({ outcome }) => outcome === 'matched')).toBe(true);
        },
      });
    },
  );

  it.each([
    ['the user', () => ({ external_user_id: user })],
    ['the click', (sid: string) => ({ svc_click_id: sid })],
  ] as const)('of an erasure of %s: link, hash and click are gone', async (_, body) => {
    await crashTest({
      async prepare(app) {
        const context = await withClick(app);
        await identify(app, context.advertiser, context.sid);
        await app.settle();
        return context;
      },
      operation: (app, { advertiser, sid }) => app.privacy.erase({ body: body(sid), headers: advertiser.headers }),
      async check(app, { advertiser, sid }, answer) {
        expect(answer.status).toBe(202);
        const hash = await app.userHash(advertiser.id, user);
        const items = await allItems(app.world);
        expect(items.filter((item) => JSON.stringify(item).includes(hash))).toEqual([]);
        expect(items.find(({ pk }) => pk === `SESSION#${sid}`)).toHaveProperty('erasedAt');
        expect(await send(app, advertiser)).toMatchObject({ status: 202, body: { matched: false } });
      },
    });
  });
});

describe('twins', () => {
  it('identify and an erasure of the click at the same time leave no link', async () => {
    const app = await startApp(await newWorld());
    for (let round = 0; round < 20; round++) {
      const { advertiser, sid } = await withClick(app);
      const erase = () => app.privacy.erase({ body: { svc_click_id: sid }, headers: advertiser.headers });
      const [erased] = await Promise.all([erase(), ...Array.from({ length: 3 }, () => identify(app, advertiser, sid))]);
      expect(erased.status).toBe(202);
      const hash = await app.userHash(advertiser.id, user);
      expect(JSON.stringify(await linksIn(app))).not.toContain(hash);
    }
  });

  it('a projection and an erasure at the same time leave no link after the second pass', async () => {
    const app = await startApp(await newWorld());
    for (const body of [...Array(8).fill('svc_click_id'), ...Array(8).fill('external_user_id')] as const) {
      const { advertiser, sid } = await withClick(app);
      for (const id of ['order:1', 'order:2']) await send(app, advertiser, id, sid);
      const erased = { svc_click_id: { svc_click_id: sid }, external_user_id: { external_user_id: user } };
      await Promise.all([app.settle(), app.privacy.erase({ body: erased[body as keyof typeof erased], headers: advertiser.headers })]);
      await app.settle();
      await app.work('erasure');
      const hash = await app.userHash(advertiser.id, user);
      expect(JSON.stringify(await allItems(app.world))).not.toContain(hash);
    }
  });

  it.each(['answer', 'report'] as const)('of one event, by %s: one is accepted, all answer alike, and it counts once', async (mode) => {
    const app = await startApp(await newWorld());
    const { advertiser, sid } = await withClick(app, mode);
    await identify(app, advertiser, sid);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(app, advertiser)));
    const bodies = answers.map(({ body }) => body as { duplicate: boolean; session_id: string });
    expect(bodies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(bodies.map(({ session_id }) => session_id))).toEqual(new Set([mode === 'answer' ? sid : undefined]));
    await app.settle();
    expect(await sceneOf(app).rows(advertiser)).toEqual(countedOnce);
  });

  it('two workers that project one record credit the event once', async () => {
    const app = await startApp(await newWorld());
    for (let round = 0; round < 10; round++) {
      const { advertiser, sid } = await withClick(app, 'report');
      await identify(app, advertiser, sid);
      await app.settle();
      await send(app, advertiser);
      const records = await app.world.streams.peek('conversion-totals');
      const project = () => app.consumers['conversion-totals'](app.world.streams.eventOf('conversion-totals', records), {} as never);
      await Promise.allSettled([project(), project(), project()]);
      await app.settle();
      expect(await sceneOf(app).rows(advertiser, 'campaign,matched_by')).toEqual([{ ...countedOnce[0], matched_by: 'external_user_id' }]);
    }
  });
});

describe('any order of identify, events and deliveries', () => {
  const worker = 'conversion-totals';
  type Step = 'identify' | 'matched event' | 'unmatched event' | 'deliver' | 'deliver all again';

  async function outcomeOf(app: TestApp, steps: readonly Step[], mode: Mode) {
    const { advertiser, sid } = await withClick(app, mode);
    const start = (await app.world.streams.peek(worker)).length;
    let at = start;
    const deliver = async (from: number) => {
      for (;;) {
        const records = await app.world.streams.peek(worker);
        if (from >= records.length) break;
        await app.consumers[worker](app.world.streams.eventOf(worker, records.slice(from)), {} as never);
        from = records.length;
      }
      at = from;
    };
    const answered: Record<string, boolean> = {};
    const take = async (step: Step) => {
      if (step === 'identify') expect((await identify(app, advertiser, sid)).status).toBe(202);
      else if (step === 'deliver') await deliver(at);
      else if (step === 'deliver all again') await deliver(start);
      else {
        const isNamed = step === 'matched event';
        const answer = await send(app, advertiser, step, isNamed ? sid : 's_nobody');
        const { matched, duplicate } = answer.body as { matched: boolean; duplicate: boolean };
        expect(duplicate).toBe(step in answered);
        answered[step] ??= matched;
        // A repeated request returns the original answer, even if the event changed later.
        expect(matched).toBe(answered[step]);
      }
    };
    for (const step of steps) await take(step);
    await deliver(at);
    const scene = sceneOf(app);
    const [row] = await scene.rows(advertiser);
    const receipts = [];
    for (const id of Object.keys(answered).sort()) {
      const { matched, matched_by, late, campaign, reason, counted } = await scene.receipt(advertiser, id);
      receipts.push({ id, matched, matched_by, late, campaign, reason, counted });
    }
    return { answered, count: row?.count ?? 0, value: row?.value ?? '0', receipts };
  }

  it.each([
    ['answer', 5],
    ['report', 4],
  ] as const)('counts each event at most once by %s, and ends alike where the answers were alike', async (mode, minEnds) => {
    const app = await startApp(await newWorld());
    const ends = new Map<string, unknown>();
    const step = fc.constantFrom<Step>('identify', 'matched event', 'unmatched event', 'deliver', 'deliver all again');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const { answered, ...end } = await outcomeOf(app, steps, mode);
        const events = Object.keys(answered);
        expect(end.count).toBeLessThanOrEqual(events.length);
        if (mode === 'report') expect(answered['unmatched event'] ?? false).toBe(false);
        const isLinked = steps.includes('identify') || events.includes('matched event');
        expect(end.count).toBe(isLinked ? events.length : 0);
        const start = JSON.stringify([Object.entries(answered).sort(), isLinked]);
        if (!ends.has(start)) ends.set(start, end);
        expect(end).toEqual(ends.get(start));
      }),
      { numRuns: 80 },
    );
    expect(ends.size).toBeGreaterThanOrEqual(minEnds);
  });
});
