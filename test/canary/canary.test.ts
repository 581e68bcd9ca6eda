// Slow: it tries many faults.
import { days, hours } from '#shared/values/durations.ts';
import { operator } from '#test/credits/grants/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { atNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';

async function itemsNaming(world: World, names: readonly string[]) {
  const all = (await Promise.all(world.tables.map(({ name }) => allItems(world, name)))).flat();
  return all
    .filter((item) => names.some((name) => JSON.stringify(item).includes(name)))
    .filter(({ pk }) => !/^(CANARY|CANARYLOG|LIMIT#.*|EFFECT#.*|EVENTCOUNT#.*)$/.test(pk));
}
const openWalks = async (world: World) =>
  (await allItems(world, 'accounts')).filter(({ pk }) => pk === 'CANARY') as unknown as {
    accountId: number;
    id: string;
    email: string;
  }[];
const namesOf = (walks: Awaited<ReturnType<typeof openWalks>>) =>
  walks.flatMap(({ accountId, id, email }) => [String(accountId), id, email]);
const healthOf = async (app: TestApp) => {
  const { status, body } = await app.operators.readServiceHealth({ headers: operator });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.canary;
};

describe('the canary', () => {
  it('the canary runs from sign-in to erasure, twice in parallel, and the next run removes all data', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    expect(await healthOf(app)).toBeNull();
    await Promise.all([app.walkStage(), app.walkStage()]);
    await app.settle();
    const canary = await healthOf(app);
    expect(canary).toMatchObject({ walks: 2, passed: 2, latest: { outcome: 'passed', error: null } });
    expect(canary?.latest.steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sign-in', 'secret key', 'click', 'conversion', 'report', 'erasure', 'sign-out']),
    );
    const walks = await openWalks(world);
    expect(walks).toHaveLength(2);
    expect(await itemsNaming(world, namesOf(walks))).not.toEqual([]);

    await newUser(app);
    await app.settleSearch();
    const granted = await app.operators.grantDailyCredits({ headers: operator });
    expect(granted.body).toMatchObject({ granted: 1 });
    const found = await app.operators.searchTraces({ query: { q: 'canary' }, headers: operator });
    expect(found.body).toMatchObject({ results: [] });
    expect([world.mails, world.notices, world.texts]).toEqual([[], [], []]);

    world.clock.now += hours(1);
    await app.walkStage();
    await app.settle();
    expect(await itemsNaming(world, namesOf(walks))).toEqual([]);
    expect(await healthOf(app)).toMatchObject({ walks: 3, passed: 3 });
  });

  it('the canary leaves no data after a walk whose conversion is sent on the day after its click', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    world.clock.now = Date.parse('2026-11-21T23:59:59.000Z');
    await app.walkStage({
      fetch: async (url, init) => {
        const request = new Request(url, init);
        if (request.url.endsWith('/server-events')) world.clock.now = Date.parse('2026-11-22T00:00:01.000Z');
        return await app.send(request);
      },
    });
    await app.settle();
    const walks = await openWalks(world);
    expect(await itemsNaming(world, [`CELLS#${walks[0]?.accountId}#test#click_later`])).not.toEqual([]);
    world.clock.now += hours(1);
    await app.walkStage();
    await app.settle();
    expect(await itemsNaming(world, namesOf(walks))).toEqual([]);
  });

  atNight('a killed canary leaves no lasting data', async () => {
    const world = await newWorld();
    const all: Awaited<ReturnType<typeof openWalks>> = [];
    let runs = 0;
    for (let isDead = true; isDead; runs++) {
      isDead = false;
      let calls = 0;
      const dies = () => {
        calls++;
        isDead ||= calls > runs;
        return isDead;
      };
      const app = await startApp(world, { isDown: ({ by }) => by === 'canary' && dies() });
      await app
        .walkStage({
          fetch: async (url, init) => {
            if (dies()) throw new Error('The process is dead.');
            return await app.send(new Request(url, init));
          },
        })
        .catch(() => {});
      await app.settle();
      all.push(...(await openWalks(world)));
      world.clock.now += days(1.2);
    }
    expect(runs).toBeGreaterThan(50);
    const app = await startApp(world);
    await app.walkStage();
    await app.settle();
    const [last] = await openWalks(world);
    const names = namesOf(all.filter(({ id }) => id !== last?.id));
    expect(names.length).toBeGreaterThan(150);
    expect(await itemsNaming(world, names)).toEqual([]);
    expect(await openWalks(world)).toHaveLength(1);
    expect(world.mails).toEqual([]);
  });

  it('the canary raises the alarm when a step fails, names it, and cleans up', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const broken: typeof fetch = async (url, init) =>
      String(url).endsWith('/server-events')
        ? Response.json({ code: 'unavailable', request_id: 'req-4711' }, { status: 503 })
        : app.send(new Request(url, init));
    const error = 'conversion: status 503, code unavailable, request req-4711.';
    await expect(app.walkStage({ fetch: broken })).rejects.toThrow(error);
    expect(await healthOf(app)).toMatchObject({ walks: 1, passed: 0, latest: { outcome: 'failed', error } });
    const [walk] = await openWalks(world);
    const keys = (await allItems(world)).filter(({ pk, sk }) => pk === `ACCOUNT#${walk?.accountId}` && sk.startsWith('KEY#'));
    expect(keys.map(({ revokedAt }) => typeof revokedAt)).toEqual(['string', 'string']);
    world.clock.now += 1000;
    const unreachable = () => Promise.reject(new TypeError('connect ECONNREFUSED 10.1.2.3:443'));
    await expect(app.walkStage({ fetch: unreachable })).rejects.toThrow('ECONNREFUSED');
    expect((await healthOf(app))?.latest).toMatchObject({ error: 'The stage did not answer (TypeError).' });
    world.clock.now += 1000;
    void app.walkStage({ fetch: () => new Promise(() => {}) });
    await until(async () => (await healthOf(app))?.latest.outcome === 'running' || null, 10);
    world.clock.now += 170_000;
    expect((await healthOf(app))?.latest).toMatchObject({ outcome: 'running' });
    world.clock.now += 30_000;
    expect((await healthOf(app))?.latest).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('did not end'),
    });
  });
});
