import { randomBytes } from 'node:crypto';
import { vendorSecretsFor } from '#lib/local/environment.ts';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companyOf, competitorsOf } from '#lib/local/market/market.ts';
import { unpacked } from '#shared/data/packed.ts';
import { allItems } from '#test/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/harness.ts';
import { startTestVendors, type TestVendors } from '#test/vendors.ts';
import { competitorOf, setCompetitors } from './scene.ts';

const keys = {
  social_token: `EAAB${randomBytes(12).toString('hex')}`,
  social_gap_api_key: randomBytes(12).toString('hex'),
};
const northwind = companyOf('northwind.example') as MadeUpCompany;
const rivals = competitorsOf(northwind).slice(0, 15);

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
  const SECRETS_JSON = JSON.stringify({
    ...vendorSecretsFor({}),
    ...keys,
    root: randomBytes(32).toString('hex'),
  });
  app = await startApp(await newWorld(Date.now()), { env: { ...vendors.env, SECRETS_JSON } });
  user = await newUser(app, { company: northwind.name, companyWebsite: `https://${northwind.domain}/` });
  // Signed with this app's own secret.
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
/** Requests to vendors that are on their way together are one round. */
function countRounds() {
  const rounds: number[] = [];
  let open: Promise<void> | null = null;
  globalThis.fetch = async (...args) => {
    if (!open) {
      rounds.push(0);
      open = new Promise<void>((resolve) => setTimeout(resolve, 30)).finally(() => {
        open = null;
      });
    }
    rounds[rounds.length - 1] = (rounds.at(-1) ?? 0) + 1;
    await open;
    return realFetch(...args);
  };
  return rounds;
}

it('ads of fifteen competitors of the market take two rounds of the vendors, and one before when no page is known yet', async () => {
  for (const country of ['GB', 'US']) {
    const rounds = countRounds();
    const { competitors } = await read({ country });
    const pages = rivals.filter(({ page }) => page).length;
    if (country === 'GB') expect(rounds.shift()).toBe(pages);
    // The second is for pages that have more ads than the provider tells at once.
    expect(rounds.length).toBeLessThanOrEqual(2);
    expect(competitors.filter(({ total }) => total > 0).length).toBeGreaterThan(3);
    for (const { error, page_id, name } of competitors) {
      const page = rivals.find((rival) => rival.name === name)?.page;
      expect(page_id).toBe(page?.id ?? null);
      if (page) expect(error).toBeNull();
      else expect(error).toMatch(/links to none/);
    }
  }
  const rounds = countRounds();
  expect(await read({ country: 'GB' })).toMatchObject({ cached: true });
  expect(rounds).toEqual([]);
});

it('ads have pictures and words, and every one is of its page and country', async () => {
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
  expect(
    await app.competitors.setOwnPage({ query: {}, body: { page_url: 'facebook.com/nobody.there' }, headers }),
  ).toMatchObject({ status: 404 });
});

it('no token and no key is stored, answered, or sent on', async () => {
  const answers = [
    await read(),
    await read({ country: 'DE' }),
    (await app.competitors.discoverOwnPage({ query: {}, headers: await signIn() })).body,
  ];
  const stored = [...(await allItems(app.world, 'analysis')), ...(await allItems(app.world, 'accounts'))];
  const open = stored.map((item) =>
    typeof item.ads === 'string' ? { ...item, ads: unpacked(item.ads) } : item,
  );
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
])('with %s at every fifth request', (_, fault) => {
  it('the answer comes, each competitor with its ads or a sentence, and the rest later', async () => {
    let request = 0;
    vendors.faultsBy(() => (++request % 5 === 0 ? fault : undefined));
    const { competitors } = await read();
    for (const { ads, error, total } of competitors)
      expect(ads.length > 0 || error !== null || total === 0).toBe(true);
    vendors.forget();
    app.world.clock.now += 31_000;
    const after = await read();
    for (const { name, error } of after.competitors)
      if (rivals.find((rival) => rival.name === name)?.page) expect([name, error]).toEqual([name, null]);
  });
});

it('with every vendor down the ads of before are answered', async () => {
  const before = await read({ country: 'DE' });
  vendors.faultsBy((vendor) => ({ vendor, status: 503 }));
  app.world.clock.now += 25 * 3_600_000;
  const after = await read({ country: 'DE' });
  expect(after).toMatchObject({ cached: true, fetched_at: before.fetched_at });
  expect(after.competitors.map(({ ads }) => ads.length)).toEqual(
    before.competitors.map(({ ads }) => ads.length),
  );
});
