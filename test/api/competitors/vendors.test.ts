import { randomBytes } from 'node:crypto';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companyOf, competitorsOf } from '#lib/local/market/market.ts';
import { gunzipJson } from '#shared/ads/store/gzip-json.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { competitorOf, setCompetitors } from './scene.ts';

const keys = {
  social_token: `EAAB${randomBytes(12).toString('hex')}`,
  social_gap_api_key: randomBytes(12).toString('hex'),
};
const northwind = companyOf('northwind.example') as MadeUpCompany;
const rivals = competitorsOf(northwind).slice(0, 15);

const secrets = secretsJson({ social: keys });

let vendors: TestVendors;
let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
const realFetch = globalThis.fetch;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
afterEach(() => {
  globalThis.fetch = realFetch;
});
beforeEach(async () => {
  vendors.forget();
  app = await startApp(await newWorld(Date.now()), { env: { ...vendors.env, SECRETS_JSON: secrets } });
  user = await newUser(app, { company: northwind.name, companyWebsite: `https://${northwind.domain}/` });
  user.headers = await signIn();
  await setCompetitors(
    app,
    user.id,
    rivals.map(({ name, domain, page }) =>
      competitorOf(user.id, name, { domain, website: `https://${domain}/`, pageHandle: page?.alias ?? null }),
    ),
  );
});
const signIn = () => app.signIn(user.id);

const read = async (query: Parameters<TestApp['competitors']['readSocialAds']>[0]['query'] = {}) => {
  const answer = await app.competitors.readSocialAds({ query, headers: await signIn() });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
function inRounds(...sizes: number[]) {
  const later: string[] = [];
  const rounds = sizes.map((size) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { size, began: 0, all: promise, isThere: resolve };
  });
  globalThis.fetch = async (...args) => {
    const round = rounds.find(({ size, began }) => began < size);
    if (!round) later.push(String(args[0]));
    else {
      round.began++;
      if (round.began === round.size) round.isThere();
      await round.all;
    }
    return realFetch(...args);
  };
  return later;
}
const pages = rivals.filter(({ page }) => page).length;
/** A call of the library has ten pages, a call of the provider one page. */
const oneRound = Math.ceil(pages / 10) + pages;
const whose = (url: string) => {
  const { origin, searchParams } = new URL(url);
  return `${origin} ${searchParams.get('search_page_ids') ?? searchParams.get('page_id')}`;
};

it('ads of fifteen competitors of the market take two rounds of the vendors, even with unknown pages', async () => {
  const later = inRounds(pages, oneRound);
  const first = await read();
  expect(later).toEqual([]);
  for (const { error, page_id, name } of first.competitors) {
    const page = rivals.find((rival) => rival.name === name)?.page;
    expect(page_id).toBe(page?.id ?? null);
    if (page) expect(error).toBeNull();
    else expect(error).toMatch(/links to none/);
  }
  const parts = first.competitors.filter(({ total, has_more }) => has_more && total < 50);
  expect(parts.length).toBeGreaterThan(0);

  app.world.clock.now += 1000;
  const parted = Math.ceil(parts.length / 10) + parts.length;
  const seconds = inRounds(parted);
  const second = await read();
  expect(new Set(seconds.map(whose)).size).toBe(seconds.length);
  expect(second.cached).toBe(false);
  for (const { name, total, has_more, error } of second.competitors) {
    const before = first.competitors.find((one) => one.name === name);
    expect(total >= (before?.total ?? 0) && (total === 50 || !has_more)).toBe(true);
    expect(error).toBe(before?.error);
  }
  const none = inRounds();
  expect(await read()).toMatchObject({ cached: true });
  expect(none).toEqual([]);
});

it.each(['GB', 'US'])('ads of known pages take two rounds, and no page is asked for a third time: %s', async (country) => {
  await read({ country: 'DE' });
  const later = inRounds(oneRound);
  const { competitors } = await read({ country });
  expect(later.length).toBeLessThan(oneRound);
  expect(new Set(later.map(whose)).size).toBe(later.length);
  expect(competitors.filter(({ total }) => total > 0).length).toBeGreaterThan(3);
});

describe('a throttling ad library', () => {
  const minutes = 60_000;
  const requests = () => {
    const urls = inRounds();
    return () => urls.splice(0).map((url) => (url.includes('/v26.0/') ? 'official' : 'gap'));
  };
  const sentences = ({ competitors }: Awaited<ReturnType<typeof read>>) => [
    ...new Set(competitors.map(({ error }) => error).filter((error) => !error?.includes('links to none'))),
  ];

  it('a throttling ad library is not called for the requested time by any function, while the provider replaces it', async () => {
    const asked = requests();
    await read();
    const throttling = await startApp(app.world, {
      env: {
        ...vendors.env,
        SECRETS_JSON: secretsJson({
          ...JSON.parse(secrets),
          social: { ...keys, social_token: 'tok_throttled' },
        }),
      },
    });
    const other = await startApp(app.world, { env: { ...vendors.env, SECRETS_JSON: secrets } });
    await throttling.competitors.readSocialAds({ query: { country: 'US' }, headers: await signIn() });
    asked();
    for (const country of ['CA', 'AU']) {
      app.world.clock.now += 5 * minutes;
      const answer = await other.competitors.readSocialAds({ query: { country }, headers: await signIn() });
      if (answer.status !== 200) throw new Error('no answer');
      expect(sentences(answer.body)).toEqual([null]);
      expect(new Set(asked())).toEqual(new Set(['gap']));
    }
    app.world.clock.now += 2 * minutes + 1000;
    await other.competitors.readSocialAds({ query: { country: 'NZ' }, headers: await signIn() });
    expect(asked()).toContain('official');
  });

  it('when both ad libraries throttle, the answer has the wait and the older ads', async () => {
    const before = await read();
    vendors.faultsBy((vendor) => ({ vendor, status: 429 }));
    await read({ country: 'US' });
    const asked = requests();
    app.world.clock.now += 40_000;
    const after = await read({ country: 'US' });
    expect(sentences(after)).toEqual([expect.stringMatching(/can be asked again in a minute/)]);
    expect(await read()).toMatchObject({ cached: true, fetched_at: before.fetched_at });
    const forced = await read({ force_refresh: '1' });
    expect(forced).toMatchObject({ cached: true, fetched_at: before.fetched_at });
    expect(sentences(forced)).toEqual([expect.stringMatching(/can be asked again in a minute/)]);
    expect(asked()).toEqual([]);
    vendors.forget();
    app.world.clock.now += 25_000;
    expect(sentences(await read({ country: 'US' }))).toEqual([null]);
    expect(new Set(asked())).toEqual(new Set(['gap']));
  });
});

it('ads have pictures and texts of their own page and country', async () => {
  const { competitors } = await read({ country: 'GB', active_status: 'active' });
  const ads = competitors.flatMap(({ ads }) => ads);
  expect(ads.length).toBeGreaterThan(10);
  expect(new Set(ads.map(({ status }) => status))).toEqual(new Set(['active']));
  expect(ads.every(({ image_urls, body }) => image_urls.length > 0 && body)).toBe(true);
  expect(ads.every(({ days_running }) => days_running !== null && days_running >= 0)).toBe(true);
  for (const { page_id, ads } of competitors) expect(ads.every((ad) => ad.page_id === page_id)).toBe(true);
});

it('my page is found by the website of the market, and set by its address', async () => {
  const headers = await signIn();
  const found = await app.competitors.discoverOwnPage({ query: {}, headers });
  expect(found).toMatchObject({
    status: 200,
    body: { page_id: northwind.page?.id, found_by: 'website', error: null },
  });
  const url = `https://www.facebook.com/ads/library/?view_all_page_id=${rivals[0]?.page?.id}`;
  const set = await app.competitors.setOwnPage({ query: { limit: 100 }, body: { page_url: url }, headers });
  expect(set.body).toMatchObject({ page_name: rivals[0]?.name, found_by: 'page_url', error: null });
  expect(await app.competitors.setOwnPage({ query: {}, body: { page_url: 'facebook.com/nobody.there' }, headers })).toMatchObject({
    status: 404,
  });
});

it('no token and no key is stored, returned or passed on', async () => {
  const answers = [
    await read(),
    await read({ country: 'DE' }),
    (await app.competitors.discoverOwnPage({ query: {}, headers: await signIn() })).body,
  ];
  const stored = [...(await allItems(app.world, 'analysis')), ...(await allItems(app.world, 'accounts'))];
  const open = stored.map((item) => (typeof item.ads === 'string' ? { ...item, ads: gunzipJson(item.ads) } : item));
  expect(JSON.stringify(open)).toContain('snapshotUrl');
  const all = JSON.stringify([answers, open, app.world.messages]);
  for (const key of Object.values(keys)) expect(all).not.toContain(key);
  expect(all).not.toMatch(/access_token|api_key/);
  expect(app.world.messages.length).toBeGreaterThan(0);
});

describe.each([
  ['429', { vendor: 'social', status: 429 }],
  ['500', { vendor: 'social', status: 500 }],
  ['a cut answer', { vendor: 'social', cut: true }],
])('faults %s at every fifth request', (_, fault) => {
  it('every answer arrives, each competitor with its ads or a sentence, and the rest later', async () => {
    let request = 0;
    vendors.faultsBy(() => (++request % 5 === 0 ? fault : undefined));
    const { competitors } = await read();
    for (const { ads, error, total } of competitors) expect(ads.length > 0 || error !== null || total === 0).toBe(true);
    vendors.forget();
    app.world.clock.now += 61_000;
    const after = await read();
    for (const { name, error } of after.competitors)
      if (rivals.find((rival) => rival.name === name)?.page) expect([name, error]).toEqual([name, null]);
  });
});

it('older ads are returned while every vendor is down', async () => {
  const before = await read({ country: 'DE' });
  vendors.faultsBy((vendor) => ({ vendor, status: 503 }));
  app.world.clock.now += 25 * 3_600_000;
  const after = await read({ country: 'DE' });
  expect(after).toMatchObject({ cached: true, fetched_at: before.fetched_at });
  expect(after.competitors.map(({ ads }) => ads.length)).toEqual(before.competitors.map(({ ads }) => ads.length));
});
