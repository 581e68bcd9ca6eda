import { addPage, newAd } from '#test/kit/ad-library.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { newUser, newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import { competitorOf, rivals, setCompetitors } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  user = await newUser(app);
});

type Query = Partial<Parameters<TestApp['competitors']['readSocialAds']>[0]['query']>;
const read = async (query: Query = {}, { headers } = user, of = app) => {
  const answer = await of.competitors.readSocialAds({ query, headers });
  if (answer.status !== 200) throw new Error(`readSocialAds: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const callsOf = async (work: () => Promise<unknown>) => {
  const before = app.calls.length;
  await work();
  return app.calls.slice(before).map(({ operation }) => operation);
};
async function pass(milliseconds: number) {
  app.world.clock.now += milliseconds;
  user.headers = await app.signIn(user.id);
}
const asked = (operation: string) => app.world.library.asked.filter((one) => one.operation === operation);

describe('the ads of all competitors', () => {
  it('the ads of all competitors are empty without competitors, and no library is called', async () => {
    expect(await read({ country: 'DE' })).toEqual({
      competitors: [],
      country: 'DE',
      active_status: 'all',
      fetched_at: new Date(app.world.clock.now).toISOString(),
      cached: false,
    });
    expect(app.world.library.asked).toEqual([]);
  });

  it('the ads of all competitors have every field of each ad, in the order of discovery', async () => {
    await rivals(app, user.id, 3);
    const now = new Date(app.world.clock.now).toISOString();
    const { competitors, ...rest } = await read();
    expect(rest).toEqual({ country: 'ALL', active_status: 'all', fetched_at: now, cached: false });
    expect(competitors.map(({ name }) => name)).toEqual(['Rival 1', 'Rival 2', 'Rival 3']);
    expect(competitors[0]).toEqual({
      name: 'Rival 1',
      website: 'https://rival1.example/',
      page_id: '1040010000',
      page_name: 'Rival.1 Ltd',
      ads: [expect.objectContaining({ id: '10400100000' }), expect.objectContaining({ id: '10400100001' })],
      total: 2,
      has_more: false,
      coverage: 'full',
      error: null,
      fetched_at: now,
    });
    expect(competitors[0]?.ads[0]).toEqual({
      id: '10400100000',
      page_id: '1040010000',
      page_name: 'Rival.1 Ltd',
      status: 'active',
      body: 'Words of 10400100000',
      title: 'Title 10400100000',
      description: null,
      link_url: 'https://Rival.1.example/',
      call_to_action: 'Shop now',
      snapshot_url: 'https://www.facebook.com/ads/library/?id=10400100000',
      image_urls: ['https://media.example/10400100000.png'],
      video_urls: [],
      platforms: ['facebook'],
      countries: ['DE'],
      languages: ['en'],
      started_at: '2026-11-20T00:00:00.000Z',
      ended_at: null,
      days_running: 1,
      first_seen_at: now,
      last_seen_at: now,
    });
  });

  it('the ads of fifteen competitors take two rounds of the library at first, one later, and two reads from the cache', async () => {
    await rivals(app, user.id, 15);
    const rounds = countRounds();
    await read();
    expect(rounds()).toBe(2);
    expect(asked('pageOf')).toHaveLength(15);
    expect(asked('adsOf')).toHaveLength(1);

    expect(await callsOf(() => read())).toEqual(['GetItem', 'Query', 'BatchGetItem']);
    expect(await read()).toMatchObject({ cached: true });
    expect(rounds()).toBe(0);

    await pass(24 * 3_600_000 + 1);
    expect(await read()).toMatchObject({ cached: false });
    expect(rounds()).toBe(1);
    expect(asked('pageOf')).toHaveLength(15);
  });

  it('fifty parallel requests read the ads of all competitors once', async () => {
    await rivals(app, user.id, 15);
    const other = await startApp(app.world);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => read({ country: 'DE' }, user, i % 2 ? app : other)));
    for (const { competitors } of answers) {
      expect(competitors.map(({ error }) => error)).toEqual(Array(15).fill(null));
      expect(competitors.every(({ ads }) => ads.length === 2)).toBe(true);
    }
    expect(asked('pageOf')).toHaveLength(15);
    expect(asked('adsOf')).toHaveLength(1);
  });

  it('two users with common competitors share one read of their ads', async () => {
    const eve = await newUser(app);
    await rivals(app, user.id, 8);
    await rivals(app, eve.id, 5);
    const [all, some] = await Promise.all([read(), read({}, eve)]);
    expect(all.competitors.map(({ ads }) => ads.length)).toEqual(Array(8).fill(2));
    expect(some.competitors.map(({ ads }) => ads.length)).toEqual(Array(5).fill(2));
    expect(asked('pageOf')).toHaveLength(8);
    expect(asked('adsOf').flatMap(({ of }) => of.split(','))).toHaveLength(8);
  });

  it('the ads of all competitors fit into one response, with fewer ads each and `has_more`', async () => {
    await rivals(app, user.id, 15);
    for (const ads of app.world.library.ads.values())
      for (const ad of ads.splice(0))
        ads.push(...Array.from({ length: 25 }, (_, i) => ({ ...ad, id: `${ad.id}${i}`, body: '"靴'.repeat(2000) })));
    const answer = await read();
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(answer)))).toBeLessThan(6_000_000);
    for (const { ads, total, has_more, error } of answer.competitors) {
      expect({ total, has_more, error }).toEqual({ total: 50, has_more: true, error: null });
      expect(ads.length).toBeGreaterThan(20);
    }
    expect((await read({ ads_per_competitor: 10 })).competitors.map(({ ads }) => ads.length)).toEqual(Array(15).fill(10));
  });

  it('the ads of all competitors report a competitor without a page', async () => {
    addPage(app.world.library, 'known');
    await setCompetitors(app, user.id, [
      competitorOf(user.id, 'Hermit'),
      competitorOf(user.id, 'Gone', { pageHandle: 'gone.page', discoveredAt: '2026-11-20T12:00:01.000Z' }),
      competitorOf(user.id, 'Known', { pageHandle: 'Known', discoveredAt: '2026-11-20T12:00:02.000Z' }),
    ]);
    const { competitors } = await read();
    const none = { page_id: null, page_name: null, ads: [], total: 0, has_more: false, coverage: 'full' };
    expect(competitors).toMatchObject([
      { ...none, name: 'Hermit', error: expect.stringContaining('links to none'), fetched_at: null },
      { ...none, name: 'Gone', error: expect.stringContaining('not in the ad library') },
      { name: 'Known', total: 2, error: null },
    ]);
    await read();
    expect(asked('pageOf')).toHaveLength(2);
  });

  it('the ads of all competitors report by `coverage` whether missing ads mean that there are none', async () => {
    app.world.library.coverage = (country) => (country === 'DE' ? 'full' : country === 'US' ? 'partial' : 'none');
    await rivals(app, user.id, 1);
    for (const [country, coverage] of [
      ['DE', 'full'],
      ['us', 'partial'],
      ['in', 'none'],
    ] as const) {
      const { competitors } = await read({ country });
      expect(competitors[0]).toMatchObject({ coverage, total: country === 'DE' ? 2 : 0 });
    }
  });

  it('the ads of all competitors are cut to the limit, newest first, and report that there are more', async () => {
    await rivals(app, user.id, 2, { ads: 60 });
    const { competitors } = await read({ ads_per_competitor: 3 });
    expect(competitors[1]?.ads.map(({ id }) => id.slice(-1))).toEqual(['0', '1', '2']);
    expect(competitors[1]).toMatchObject({ total: 50, has_more: true });
    expect((await read()).competitors[1]).toMatchObject({ total: 50, has_more: true, error: null });
    expect(asked('adsOf')).toHaveLength(1);
  });

  it('the ads of each country and status are stored separately', async () => {
    await rivals(app, user.id, 1);
    const page = [...app.world.library.pages.values()][0];
    if (!page) throw new Error('no page');
    app.world.library.ads.set(page.id, [
      newAd(page, 'a1', { countries: ['FR'] }),
      newAd(page, 'a2', { status: 'inactive', endedAt: '2026-11-10T00:00:00.000Z' }),
    ]);
    const ids = async (query: Query) => (await read(query)).competitors[0]?.ads.map(({ id }) => id);
    for (const _ of [1, 2]) {
      expect(await ids({})).toEqual(['a1', 'a2']);
      expect(await ids({ country: 'fr' })).toEqual(['a1']);
      expect(await ids({ country: 'DE', active_status: 'active' })).toEqual([]);
      expect(await ids({ active_status: 'inactive' })).toEqual(['a2']);
    }
    expect(asked('adsOf')).toHaveLength(4);
    expect(asked('pageOf')).toHaveLength(1);
  });
});

describe('an ad over time', () => {
  it('an ad keeps its first time in the library over all countries, and reports its last', async () => {
    await rivals(app, user.id, 1);
    const first = new Date(app.world.clock.now).toISOString();
    await read();
    await pass(2 * 86_400_000);
    const page = [...app.world.library.pages.values()][0];
    if (!page) throw new Error('no page');
    app.world.library.ads.get(page.id)?.unshift(newAd(page, 'new'));
    const second = new Date(app.world.clock.now).toISOString();
    const seen = { first_seen_at: first, last_seen_at: second };
    for (const query of [{}, { country: 'DE' }, { active_status: 'active' as const }]) {
      const { competitors } = await read(query);
      expect(competitors[0]?.ads).toMatchObject([{ id: 'new', first_seen_at: second }, seen, seen]);
    }
  });

  it('an ad is active and counts days until its end, also in a cached answer', async () => {
    await rivals(app, user.id, 1);
    const page = [...app.world.library.pages.values()][0];
    if (!page) throw new Error('no page');
    const at = app.world.clock.now;
    const iso = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
    app.world.library.ads.set(page.id, [
      newAd(page, 'ends', { startedAt: iso(-71), endedAt: iso(10) }),
      newAd(page, 'over', { startedAt: iso(-240), endedAt: iso(-120), status: 'inactive' }),
      newAd(page, 'unknown', { startedAt: iso(-240), endedAt: null, status: 'inactive' }),
      newAd(page, 'dateless', { startedAt: null }),
    ]);
    const ads = async (query: Query = {}) =>
      (await read(query)).competitors[0]?.ads.map(({ id, status, days_running }) => [id, status, days_running]);
    await ads({ active_status: 'active' });
    expect(await ads()).toEqual([
      ['ends', 'active', 2],
      ['over', 'inactive', 5],
      ['unknown', 'inactive', null],
      ['dateless', 'active', null],
    ]);
    app.world.clock.now += 2 * 3_600_000;
    expect((await ads())?.[0]).toEqual(['ends', 'active', 3]);
    app.world.clock.now += 20 * 3_600_000;
    expect((await ads())?.[0]).toEqual(['ends', 'inactive', 3]);
    expect(await ads({ active_status: 'active' })).toEqual([['dateless', 'active', null]]);
  });
});

describe('force_refresh', () => {
  it('force_refresh bypasses and refills the cache, and parallel refreshes share one read', async () => {
    await rivals(app, user.id, 2);
    await read();
    app.world.clock.now += 1000;
    const answers = await Promise.all(Array.from({ length: 8 }, () => read({ force_refresh: 'true' })));
    const fetched_at = new Date(app.world.clock.now).toISOString();
    expect(answers.map((answer) => answer.fetched_at)).toEqual(Array(8).fill(fetched_at));
    expect(answers[0]).toMatchObject({ cached: false });
    expect(asked('adsOf')).toHaveLength(2);
    app.world.clock.now += 1000;
    expect(await read()).toMatchObject({ cached: true, fetched_at });
    expect(await read({ force_refresh: '0' })).toMatchObject({ cached: true });
  });

  it('force_refresh is limited per hour and signed-in user, over all operations', async () => {
    const strict = await startApp(app.world, { env: { AD_REFRESHES_PER_HOUR: '2' } });
    const [handle] = await rivals(app, user.id, 1);
    const { headers } = user;
    const refresh = () => strict.competitors.readSocialAds({ query: { force_refresh: '1' }, headers });
    const first = await refresh();
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit')).toBe('"ad-refreshes";r=1;t=3600');
    await strict.competitors.setOwnPage({ body: { page_url: `facebook.com/${handle}` }, query: {}, headers });
    expect((await strict.competitors.readOwnAds({ query: { force_refresh: '1' }, headers })).status).toBe(200);
    const refused = await strict.competitors.readCompetitorAds({
      params: { competitor_name: 'rival 1' },
      query: { force_refresh: '1' },
      headers,
    });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(refused.headers.get('ratelimit')).toBe('"ad-refreshes";r=0;t=3600');
    const cached = await strict.competitors.readSocialAds({ query: {}, headers });
    expect([cached.status, cached.headers.has('ratelimit')]).toEqual([200, false]);
    const eve = await newUser(app);
    expect((await strict.competitors.readSocialAds({ query: { force_refresh: '1' }, headers: eve.headers })).status).toBe(200);
    strict.world.clock.now += 3_600_000;
    expect((await refresh()).status).toBe(200);
  });
});

describe('reading ads outside the cache', () => {
  const strictly = () => startApp(app.world, { env: { AD_READS_PER_HOUR: '2' } });

  it('reads outside the cache are limited per hour; then older ads are returned, or 429', async () => {
    await rivals(app, user.id, 3);
    const strict = await strictly();
    const { headers } = user;
    const ask = (query: Query) => strict.competitors.readSocialAds({ query: query ?? {}, headers });
    const first = await ask({ country: 'DE' });
    expect(first.headers.get('ratelimit')).toBe('"ad-reads";r=1;t=3600');
    const again = await ask({ country: 'DE' });
    expect([again.status, again.headers.has('ratelimit')]).toEqual([200, false]);
    const { length } = asked('adsOf');
    app.world.clock.now += 1000;
    expect((await ask({ country: 'FR' })).status).toBe(200);
    expect(asked('adsOf')).toHaveLength(length + 1);

    const refused = await ask({ country: 'ES' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('3599');
    expect(asked('adsOf')).toHaveLength(length + 1);
    const eve = await newUser(app);
    await rivals(app, eve.id, 3);
    expect((await read({ country: 'ES' }, eve, strict)).competitors.map(({ error }) => error)).toEqual([null, null, null]);
    expect((await ask({ country: 'ES' })).status).toBe(200);
    expect((await ask({ country: 'DE', force_refresh: '1' })).status).toBe(200);
  });

  it('above the limit of reads, competitors with older ads are returned with them, beside one that has none', async () => {
    await rivals(app, user.id, 2);
    const strict = await startApp(app.world, { env: { AD_READS_PER_HOUR: '1' } });
    await read({}, user, strict);
    await rivals(app, user.id, 3);
    const { competitors } = await read({}, user, strict);
    expect(competitors.map(({ total, error }) => [total, error === null])).toEqual([
      [2, true],
      [2, true],
      [0, false],
    ]);
  });

  it('older ads without a read left say why they are not newer', async () => {
    await rivals(app, user.id, 2);
    const strict = await startApp(app.world, { env: { AD_READS_PER_HOUR: '1', ADS_CACHE_HOURS: '0.1' } });
    const before = await read({}, user, strict);
    await pass(7 * 60_000);
    const after = await read({}, user, strict);
    expect(after).toMatchObject({ cached: true, fetched_at: before.fetched_at });
    for (const { total, error } of after.competitors)
      expect([total, error]).toEqual([2, expect.stringMatching(/^You have .* in 53 minutes\.$/)]);
    await pass(53 * 60_000);
    expect(await read({}, user, strict)).toMatchObject({ cached: false });
  });

  it('parallel reads of the same ads use the limit once', async () => {
    await rivals(app, user.id, 3);
    const strict = await strictly();
    await Promise.all(Array.from({ length: 10 }, () => read({}, user, strict)));
    const { headers } = user;
    const next = await strict.competitors.readSocialAds({ query: { country: 'DE' }, headers });
    expect(next.headers.get('ratelimit')).toMatch(/^"ad-reads";r=0;/);
  });
});

describe('the account of the competitors', () => {
  it('a manager and an operator see the competitors of the viewed account', async () => {
    const manager = await newUser(app);
    await rivals(app, user.id, 1);
    const operator = { 'x-svc-dev-token': operatorToken };
    const headers = { ...manager.headers };
    expect((await app.competitors.readSocialAds({ query: { client_user_id: user.id }, headers })).status).toBe(403);
    await app.operators.linkManagedClient({
      body: { manager_user_id: manager.id, client_user_id: user.id },
      headers: operator,
    });
    const names = async (query: Query, more: Record<string, string> = {}) =>
      (await read(query, { ...manager, headers: { ...headers, ...more } })).competitors.map(({ name }) => name);
    expect(await names({ client_user_id: user.id })).toEqual(['Rival 1']);
    expect(await names({})).toEqual([]);
    expect(await names({}, { ...operator, 'x-assume-user-id': String(user.id) })).toEqual(['Rival 1']);
  });
});

describe('an invalid request for ads', () => {
  it('an invalid request for ads lists every problem and repeats no value', async () => {
    const query = {
      country: 'Germany',
      active_status: 'running',
      ads_per_competitor: '51',
      force_refresh: 'yes',
    } as unknown as Query;
    const answer = await app.competitors.readSocialAds({ query: query ?? {}, headers: user.headers });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          { type: 'enum', loc: ['query', 'country'] },
          { type: 'enum', loc: ['query', 'active_status'] },
          { type: 'less_than_equal', loc: ['query', 'ads_per_competitor'] },
          { type: 'enum', loc: ['query', 'force_refresh'] },
        ],
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/Germany|running|"yes"/);
  });

  it.each([0, 51, 1.5, 'x'])('ads_per_competitor %s is refused', async (ads_per_competitor) => {
    const answer = await app.competitors.readSocialAds({
      query: { ads_per_competitor },
      headers: user.headers,
    });
    expect(answer.status).toBe(422);
  });

  it.each(['XX', 'ZZ', 'EU', 'USA', 'A', ''])('country %s is no country', async (country) => {
    const answer = await app.competitors.readSocialAds({ query: { country }, headers: user.headers });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'enum', loc: ['query', 'country'] }] },
    });
  });

  it('the country `uk` means Great Britain', async () => {
    expect(await read({ country: ' uk ' })).toMatchObject({ country: 'GB' });
  });
});

function countRounds() {
  let rounds = 0;
  let open: Promise<void> | null = null;
  app.world.library.wait = () => {
    if (!open) {
      rounds++;
      open = new Promise((resolve) => setTimeout(resolve, 25)).then(() => {
        open = null;
      });
    }
    return open;
  };
  return () => {
    const counted = rounds;
    rounds = 0;
    return counted;
  };
}
