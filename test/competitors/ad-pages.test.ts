import { companies } from '#lib/local/market/market.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

let vendors: TestVendors;
const realFetch = globalThis.fetch;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
afterEach(() => {
  vendors.forget();
  globalThis.fetch = realFetch;
});

function lookUps() {
  const urls: string[] = [];
  globalThis.fetch = (...args) => {
    const url = String(args[0]);
    if (/\/v26\.0\/(?!ads_archive)|page_search|page_info/.test(url)) urls.push(url);
    return realFetch(...args);
  };
  return urls;
}

async function discovered() {
  const app = await startApp(await newWorld(Date.now()), { env: vendors.env });
  const user = await newUser(app);
  const body = { company_website: 'https://northwind.example/' };
  const { headers } = user;
  expect((await app.competitors.discover({ body, headers })).status).toBe(202);
  await app.settle();
  await app.work('discovery');
  return { app, headers };
}
const pageOf = (website: string) => {
  const company = companies.find(({ domain }) => domain === new URL(website).hostname);
  return company?.site === 'walled' ? null : (company?.page?.id ?? null);
};

it('a discovery stores the pages of its competitors, so that their ads need no look-up', async () => {
  const { app, headers } = await discovered();
  const asked = lookUps();
  const { status, body } = await app.competitors.readSocialAds({ query: {}, headers });
  if (status !== 200) throw new Error('no ads');
  expect(body.competitors.length).toBeGreaterThanOrEqual(10);
  for (const { website, page_id } of body.competitors) expect(page_id).toBe(pageOf(website));
  expect(asked).toEqual([]);
});

it('a failing library does not affect the discovery', async () => {
  vendors.faultsBy((vendor) => (vendor === 'social' ? { vendor, status: 400 } : undefined));
  const { app, headers } = await discovered();
  vendors.forget();
  const overview = await app.competitors.readDiscoveryStatus({ headers });
  expect(overview.body).toMatchObject({ has_competitors: true, task: { status: 'completed' } });
  const asked = lookUps();
  const { body } = await app.competitors.readSocialAds({ query: {}, headers });
  const { competitors } = body as { competitors: { website: string; page_id: string | null }[] };
  for (const { website, page_id } of competitors) expect(page_id).toBe(pageOf(website));
  expect(asked.length).toBeGreaterThan(5);
});
