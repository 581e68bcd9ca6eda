import { randomBytes } from 'node:crypto';
import { adCacheIn } from '#shared/ads/store/ad-cache.ts';
import type { Item } from '#shared/store/item.ts';
import { newAd } from '#test/kit/ad-library.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { ProcessDied } from '#test/kit/outgoing.ts';
import { analysisOf, rivals } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
let handles: string[];
beforeEach(async () => {
  app = await startApp(await newWorld());
  user = await newUser(app);
  handles = await rivals(app, user.id, 3);
});

const read = async (query: { force_refresh?: string; country?: string } = {}, of = app) => {
  const headers = await app.signIn(user.id);
  const answer = await of.competitors.readSocialAds({ query, headers });
  if (answer.status !== 200) throw new Error(`readSocialAds: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const pageOf = (name: string) => {
  const page = app.world.library.pages.get(name.toLowerCase());
  if (!page) throw new Error(`no page ${name}`);
  return page;
};
const asked = (operation: string) => app.world.library.asked.filter((one) => one.operation === operation);
const hour = 3_600_000;

describe.each(['busy', 'failed', 'no_answer', 'unreadable', 'refused'] as const)('a library that is %s', (failure) => {
  const told = failure === 'busy' ? /can be asked again in a minute/ : /did not answer/;
  it('the answer has a sentence for each competitor while the library is not asked again at once', async () => {
    app.world.library.failing = () => failure;
    const { competitors, cached } = await read();
    expect(cached).toBe(false);
    for (const one of competitors) expect(one).toMatchObject({ ads: [], page_id: null, error: expect.stringMatching(told) });
    const times = app.world.library.asked.length;
    await Promise.all([read(), read(), read()]);
    expect(app.world.library.asked).toHaveLength(times);

    app.world.library.failing = () => null;
    app.world.clock.now += 31_000;
    expect((await read()).competitors.map(({ error, ads }) => [error, ads.length])).toEqual(Array(3).fill([null, 2]));
  });

  it('older ads remain, with their time', async () => {
    const before = await read();
    app.world.library.failing = () => failure;
    app.world.clock.now += 25 * hour;
    const after = await read();
    expect(after).toMatchObject({ cached: true, fetched_at: before.fetched_at });
    for (const one of after.competitors)
      expect(one).toMatchObject({
        total: 2,
        error: expect.stringMatching(told),
        fetched_at: before.fetched_at,
      });
    app.world.clock.now += 60_000;
    expect(await read({ force_refresh: '1' })).toMatchObject({
      cached: true,
      fetched_at: before.fetched_at,
    });
  });
});

it('a page that cannot be looked up or read does not affect other pages', async () => {
  const { library } = app.world;
  library.failing = ({ of }) => (of === 'rival.1' ? 'failed' : null);
  library.broken.set(pageOf('Rival.2').id, 'The ad library has been asked too often.');
  const [first, second, third] = (await read()).competitors;
  expect(first).toMatchObject({ ads: [], error: expect.stringMatching(/did not answer/) });
  expect(second).toMatchObject({ ads: [], error: 'The ad library has been asked too often.' });
  expect(third).toMatchObject({ total: 2, error: null });
});

it('an incomplete list is returned with its ads, and read again later', async () => {
  const { library } = app.world;
  const page = pageOf('Rival.1');
  library.partly.set(page.id, 'The ad library did not answer in time.');
  const of = async () => (await read()).competitors[0];
  expect(await of()).toMatchObject({
    total: 1,
    has_more: true,
    error: 'The ad library did not answer in time.',
  });
  const times = asked('adsOf').length;
  expect(await of()).toMatchObject({
    total: 1,
    has_more: true,
    error: 'The ad library did not answer in time.',
  });
  expect(asked('adsOf')).toHaveLength(times);
  app.world.clock.now += 31_000;
  library.partly.clear();
  expect(await of()).toMatchObject({ total: 2, has_more: false, error: null });
});

it('an incomplete list does not replace a complete earlier list', async () => {
  const { library } = app.world;
  await read();
  library.partly.set(pageOf('Rival.1').id, 'The ad library did not answer in time.');
  app.world.clock.now += 1000;
  expect((await read({ force_refresh: '1' })).competitors[0]).toMatchObject({
    total: 2,
    error: 'The ad library did not answer in time.',
  });
});

it('a hanging library is abandoned in time, for all pages', async () => {
  let release = () => {};
  app.world.library.wait = () => new Promise((resolve) => (release = resolve));
  const slow = await startApp(Object.assign(app.world, { adsTimeoutMs: 200 }));
  const { competitors } = await read({}, slow);
  for (const one of competitors) expect(one.error).toMatch(/did not answer/);
  release();
});

it('a slow reader keeps its claim, so that no other request reads and pays again', async () => {
  const beats: (() => void)[] = [];
  const every = vi.spyOn(globalThis, 'setInterval').mockImplementation(((beat: () => void) => {
    beats.push(beat);
  }) as never);
  const { clock, library } = app.world;
  const item = () => analysisOf(app.world).get<Item & { claimUntil: number }>({ pk: 'ADPAGE#rival.1', sk: 'ADS#ALL#all' });
  const claims: boolean[] = [];
  let isFirst = true;
  library.wait = async () => {
    if (!isFirst) return;
    isFirst = false;
    every.mockRestore();
    clock.now += 9000;
    const before = await item();
    for (const beat of beats) beat();
    while ((await item())?.claimUntil === before?.claimUntil) await new Promise(setImmediate);
    clock.now += 5000;
    const { now } = clock;
    const other = { id: 'other', freshAt: now, asked: 50, failedAt: now };
    const cache = adCacheIn(analysisOf(app.world), { now: () => clock.now });
    claims.push((await cache.claim('rival.1', { country: 'ALL', status: 'all' }, other)) === 'claimed');
  };
  const { competitors } = await read();
  expect(claims).toEqual([false]);
  expect(beats).toHaveLength(1);
  expect(competitors.map(({ total }) => total)).toEqual([2, 2, 2]);
  expect(await item()).not.toHaveProperty('claimUntil');
});

it('a throttling library is not called, and the answer reports the wait, also for own ads', async () => {
  const { library, clock } = app.world;
  library.restSeconds = 720;
  const [one] = (await read()).competitors;
  expect(one).toMatchObject({
    ads: [],
    error: 'The ad library has been asked too often. It can be asked again in 12 minutes.',
  });
  clock.now += 60_000;
  library.restSeconds = 660;
  expect((await read()).competitors[0]?.error).toMatch(/in 11 minutes/);
  expect(library.asked).toEqual([]);
  const page_url = `https://facebook.com/${handles[0]}`;
  const { headers } = user;
  const own = await app.competitors.setOwnPage({ query: {}, body: { page_url }, headers });
  expect([own.status, own.headers.get('retry-after')]).toEqual([503, '660']);
  library.restSeconds = 0;
  expect((await read()).competitors.map(({ total }) => total)).toEqual([2, 2, 2]);
});

describe('a reader of ads that died', () => {
  const claimed = async () => {
    const died = await startApp(app.world);
    app.world.library.wait = () => Promise.reject(new ProcessDied());
    await died.competitors.readSocialAds({ query: {}, headers: await app.signIn(user.id) });
    app.world.library.wait = async () => {};
  };
  const pauses: number[] = [];
  beforeEach(() => {
    pauses.length = 0;
    app.world.pause = async (milliseconds) => {
      pauses.push(milliseconds);
      app.world.clock.now += milliseconds;
    };
  });

  it('after a dead reader, a request waits for some seconds and then reads', async () => {
    await claimed();
    const { competitors } = await read();
    expect(competitors.map(({ total, error }) => [total, error])).toEqual(Array(3).fill([2, null]));
    const waited = pauses.reduce((sum, one) => sum + one, 0);
    expect(waited).toBeGreaterThan(5000);
    expect(waited).toBeLessThanOrEqual(11_000);
  });

  it('after a dead reader, older ads are returned meanwhile', async () => {
    const { fetched_at } = await read();
    app.world.clock.now += 25 * hour;
    await claimed();
    const after = await read();
    expect(after).toMatchObject({ cached: true, fetched_at });
    expect(after.competitors[0]).toMatchObject({ total: 2, error: expect.stringMatching(/being read/) });
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(4000);
  });
});

it('a page with many large ads keeps the newest ads that an item holds', async () => {
  const { library } = app.world;
  const page = pageOf('Rival.1');
  // The longest stored addresses do not compress.
  const imageUrls = () => Array.from({ length: 10 }, () => `https://cdn.example/${randomBytes(1500).toString('base64url')}`);
  library.ads.set(
    page.id,
    Array.from({ length: 50 }, (_, i) => newAd(page, `ad${i}`, { imageUrls: imageUrls() })),
  );
  const { competitors } = await read();
  expect(competitors[0]?.total).toBe(50);
  const [kept] = (await read()).competitors;
  expect(kept?.total).toBeGreaterThan(15);
  expect(kept?.total).toBeLessThan(50);
  expect(kept).toMatchObject({ has_more: true, error: null });
  expect(kept?.ads[0]?.id).toBe('ad0');
});

it('the item of a page with a hundred usual ads is far below 400 KB', async () => {
  const { library } = app.world;
  const page = pageOf('Rival.1');
  library.ads.set(
    page.id,
    Array.from({ length: 150 }, (_, i) =>
      newAd(page, `1${String(i).padStart(14, '0')}`, {
        body: `Ad ${i}: wet trails, dry feet. The new Skarv grips where others slide, for any weather you can think of. `.repeat(5),
        imageUrls: [1, 2, 3].map((n) => `https://scontent.cdn.example/v/${i}_${n}.jpg?oh=${Math.random()}&oe=${Math.random()}`),
      }),
    ),
  );
  const { headers } = user;
  await app.competitors.setOwnPage({
    query: { limit: 100 },
    body: { page_url: `https://facebook.com/${handles[0]}` },
    headers,
  });
  const item = await analysisOf(app.world).get({ pk: 'ADPAGE#rival.1', sk: 'ADS#ALL#all' });
  expect(JSON.stringify(item).length).toBeLessThan(60_000);
  const own = await app.competitors.readOwnAds({ query: { limit: 100 }, headers });
  expect(own.body).toMatchObject({ total: 100, has_more: true, cached: true });
});
