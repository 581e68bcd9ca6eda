import { AddressRefused, SiteUnreachable, type Web } from '#shared/web/web.ts';
import { addPage } from '#test/kit/ad-library.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
  sites.clear();
  app.world.web = web;
});

const sites = new Map<string, string | Error>();
const web: Web = {
  async check() {},
  async fetch({ url }) {
    const found = sites.get(url) ?? new SiteUnreachable('no_such_host');
    if (found instanceof Error) throw found;
    return { url, status: 200, contentType: 'text/html', charset: '', body: new TextEncoder().encode(found) };
  },
};
const company = { company: 'Northwind', companyWebsite: 'https://northwind.example/' };
const linkTo = (...handles: string[]) =>
  `<html><head><title>Northwind shoes</title></head><body>Shoes for every weather, made to last, since 1990.${handles
    .map((handle) => `<a href="https://www.facebook.com/${handle}">us</a>`)
    .join(' ')}</body></html>`;

type User = Awaited<ReturnType<typeof newUser>>;
type Query = { limit?: string; country?: string; active_status?: 'active' };
const discover = ({ headers }: User, query: Query = {}) => app.competitors.discoverOwnPage({ query, headers });
const setUp = ({ headers }: User, page_url: string, query: Query = {}) =>
  app.competitors.setOwnPage({ body: { page_url }, query, headers });
const read = ({ headers }: User, query: Query & { force_refresh?: string } = {}) => app.competitors.readOwnAds({ query, headers });

describe('auto-discover', () => {
  it('auto-discover finds the page that the company website links to, and stores it', async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'Northwind', { ads: 60, website: 'https://www.northwind.example' });
    sites.set('https://northwind.example/', linkTo('Northwind'));
    const now = new Date(app.world.clock.now).toISOString();
    const { status, body, headers } = await discover(user);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      page_id: '1040010000',
      page_name: 'Northwind Ltd',
      page_url: 'https://www.facebook.com/ads/library/?view_all_page_id=1040010000',
      found_by: 'website',
      total: 50,
      has_more: true,
      coverage: 'full',
      error: null,
      country: 'ALL',
      active_status: 'all',
      fetched_at: now,
      cached: false,
    });
    expect(body).toHaveProperty('ads.length', 50);
    expect(headers.get('ratelimit')).toBe('"page-look-ups";r=59;t=3600');
    expect((await read(user)).body).toEqual({ ...(body as object), cached: true });
    expect((await read(user, { limit: '100' })).body).toMatchObject({ total: 60, has_more: false });
  });

  it('auto-discover prefers a linked page that names the website', async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'BigAgency', { website: 'https://agency.example/' });
    addPage(app.world.library, 'NorthwindShoes', { website: 'http://northwind.example/' });
    sites.set('https://northwind.example/', linkTo('BigAgency', 'NobodyThere', 'NorthwindShoes'));
    expect((await discover(user)).body).toMatchObject({
      page_name: 'NorthwindShoes Ltd',
      found_by: 'website',
    });
  });

  it('auto-discover searches by name without a link, and accepts only a page of this website', async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'northwind.fans', { website: 'https://fans.example/' });
    sites.set('https://northwind.example/', linkTo());
    expect(await discover(user)).toMatchObject({
      status: 404,
      body: { code: 'ads_page_not_found', detail: expect.stringContaining('my-ads/setup') },
    });
    expect((await read(user)).status).toBe(404);
    addPage(app.world.library, 'northwind.real', { website: 'https://shop.northwind.example/' });
    expect((await discover(user)).body).toMatchObject({ page_name: 'northwind.real Ltd', found_by: 'name' });
  });

  it("auto-discover accepts a page without a website whose alias equals the website's name", async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'north.wind');
    sites.set('https://northwind.example/', linkTo());
    app.world.library.pages.forEach((page) => {
      page.name = 'Northwind';
    });
    expect((await discover(user)).body).toMatchObject({ found_by: 'name' });
  });

  it('auto-discover requires a company website in the profile', async () => {
    const user = await newUser(app, { companyWebsite: null });
    expect(await discover(user)).toMatchObject({ status: 409, body: { code: 'company_website_missing' } });
    expect(app.world.library.asked).toEqual([]);
  });

  it('auto-discover refuses a website outside the public web', async () => {
    const user = await newUser(app, company);
    sites.set('https://northwind.example/', new AddressRefused());
    expect(await discover(user)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'address_refused', loc: ['body', 'company_website'] }] },
    });
  });

  it('auto-discover reports an unreadable website, unless the name leads to its page', async () => {
    const user = await newUser(app, company);
    expect(await discover(user)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'website_unreachable', loc: ['body', 'company_website'] }] },
    });
    addPage(app.world.library, 'Northwind', { website: 'https://northwind.example/' });
    expect((await discover(user)).body).toMatchObject({ found_by: 'name' });
  });

  it('parallel calls of auto-discover read the website once', async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'Northwind', { website: 'https://northwind.example/' });
    let readings = 0;
    const calls = (wanted: string) => app.calls.filter(({ by, operation }) => by === 'competitors' && operation === wanted).length;
    app.world.web = {
      ...web,
      async fetch(wanted) {
        readings++;
        while (calls('TransactWriteItems') < 3 || calls('GetItem') < 6) await new Promise((resolve) => setTimeout(resolve, 5));
        return await web.fetch(wanted);
      },
    };
    sites.set('https://northwind.example/', linkTo('Northwind'));
    const answers = await Promise.all(Array.from({ length: 3 }, () => discover(user)));
    expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { found_by: 'website' } })));
    expect(readings).toBe(1);
    expect((await discover(user)).status).toBe(200);
    expect(readings).toBe(2);
  });

  it('auto-discover stores nothing while the library does not answer', async () => {
    const user = await newUser(app, company);
    addPage(app.world.library, 'Northwind');
    sites.set('https://northwind.example/', linkTo('Northwind'));
    app.world.library.failing = ({ operation }) => (operation === 'adsOf' ? null : 'busy');
    const answer = await discover(user);
    expect(answer).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
    expect(answer.headers.has('retry-after')).toBe(true);
    expect((await read(user)).body).toMatchObject({ code: 'ads_page_not_set' });
    const hasPage = async () =>
      (await app.competitors.readDiscoveryStatus({ headers: user.headers })).body as {
        has_own_page?: boolean;
      };
    expect(await hasPage()).toMatchObject({ has_own_page: false });
    app.world.library.failing = () => null;
    expect((await discover(user)).status).toBe(200);
    expect(await hasPage()).toMatchObject({ has_own_page: true });
  });
});

describe('setup', () => {
  it.each([
    'https://www.facebook.com/ads/library/?active_status=all&view_all_page_id=1040010000',
    'https://www.facebook.com/Northwind',
    'facebook.com/profile.php?id=1040010000',
    'm.facebook.com/pages/Northwind-Shoes/1040010000',
    '1040010000',
    ' https://facebook.com/northwind/?ref=x ',
  ])('setup accepts %s as the page', async (url) => {
    const user = await newUser(app);
    addPage(app.world.library, 'Northwind');
    const { status, body } = await setUp(user, url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ page_id: '1040010000', found_by: 'page_url', total: 2, error: null });
    expect((await read(user)).body).toEqual({ ...(body as object), cached: true });
  });

  it.each([
    'https://www.example.com/Northwind',
    'https://facebook.com.evil.example/Northwind',
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://user:pw@facebook.com/Northwind',
    'javascript:alert(1)',
    'Northwind',
    '',
    `https://facebook.com/${'x'.repeat(3000)}`,
  ])('setup refuses %s, which is no address of a page', async (url) => {
    const user = await newUser(app);
    const answer = await setUp(user, url, { country: 'x' });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'country'] }, { loc: ['body', 'page_url'] }] },
    });
    if (url.length > 5) expect(JSON.stringify(answer.body)).not.toContain(url);
    expect((await read(user)).status).toBe(404);
  });

  it('setup is 404 for an unknown page, and keeps the current page', async () => {
    const user = await newUser(app);
    addPage(app.world.library, 'Northwind');
    await setUp(user, 'facebook.com/Northwind');
    expect(await setUp(user, 'facebook.com/Southwind')).toMatchObject({
      status: 404,
      body: { code: 'ads_page_not_found' },
    });
    expect((await read(user)).body).toMatchObject({ page_name: 'Northwind Ltd' });
  });

  it('a repeated setup changes nothing, and another page replaces the first', async () => {
    const user = await newUser(app);
    addPage(app.world.library, 'Northwind');
    addPage(app.world.library, 'Southwind');
    const answers = await Promise.all(Array.from({ length: 20 }, () => setUp(user, 'facebook.com/Northwind')));
    for (const { status, body } of answers) expect([status, body]).toMatchObject([200, { total: 2 }]);
    const asked = app.world.library.asked.filter(({ operation }) => operation === 'adsOf');
    expect(asked).toHaveLength(1);
    expect((await setUp(user, 'facebook.com/Southwind')).body).toMatchObject({ page_name: 'Southwind Ltd' });
    expect((await read(user)).body).toMatchObject({ page_name: 'Southwind Ltd' });
  });

  it('setup limits look-ups of unknown pages per hour', async () => {
    const user = await newUser(app);
    const statuses = await Promise.all(Array.from({ length: 61 }, async (_, i) => (await setUp(user, `facebook.com/nobody${i}`)).status));
    expect(statuses.sort()).toEqual([...Array(60).fill(404), 429]);
    addPage(app.world.library, 'Northwind');
    expect((await setUp(user, 'facebook.com/Northwind')).status).toBe(429);
    await setUp(await newUser(app), 'facebook.com/Northwind');
    expect((await setUp(user, 'facebook.com/Northwind')).status).toBe(200);
  });
});

describe('my ads', () => {
  it('my ads are 404 before a page is set, separately for each user', async () => {
    const [ada, eve] = [await newUser(app), await newUser(app)];
    addPage(app.world.library, 'Northwind');
    await setUp(ada, 'facebook.com/Northwind');
    expect(await read(eve)).toMatchObject({ status: 404, body: { code: 'ads_page_not_set' } });
  });

  it('my ads cost two reads from the cache', async () => {
    const user = await newUser(app);
    addPage(app.world.library, 'Northwind');
    await setUp(user, 'facebook.com/Northwind');
    app.calls.length = 0;
    await read(user);
    expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'BatchGetItem']);
  });

  it('my ads are 503 while the library does not answer, unless older ads exist', async () => {
    const user = await newUser(app);
    addPage(app.world.library, 'Northwind');
    app.world.library.failing = ({ operation }) => (operation === 'adsOf' ? 'failed' : null);
    const answer = await setUp(user, 'facebook.com/Northwind');
    expect(answer).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('30');
    expect((await read(user)).status).toBe(503);
    app.world.library.failing = () => null;
    app.world.clock.now += 31_000;
    expect((await read(user)).body).toMatchObject({ total: 2, error: null, found_by: 'page_url' });
    app.world.library.failing = () => 'busy';
    app.world.clock.now += 1000;
    expect((await read(user, { force_refresh: '1' })).body).toMatchObject({
      total: 2,
      cached: true,
      error: expect.stringMatching(/asked too often/),
    });
  });

  it('my ads belong to the viewed account, also when a manager sets the page', async () => {
    const [manager, client] = [await newUser(app), await newUser(app)];
    addPage(app.world.library, 'Northwind');
    await app.operators.linkManagedClient({
      body: { manager_user_id: manager.id, client_user_id: client.id },
      headers: { 'x-svc-dev-token': operatorToken },
    });
    const { headers } = manager;
    const query = { client_user_id: client.id };
    await app.competitors.setOwnPage({ body: { page_url: 'facebook.com/Northwind' }, query, headers });
    expect((await read(client)).body).toMatchObject({ page_name: 'Northwind Ltd' });
    expect((await read(manager)).status).toBe(404);
  });

  it.each(['0', '101', 'x'])('my ads refuse the limit %s', async (limit) => {
    expect((await read(await newUser(app), { limit })).status).toBe(422);
  });
});
