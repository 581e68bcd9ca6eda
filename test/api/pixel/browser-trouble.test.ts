// Night: it starts a browser.
import { until } from '#test/kit/until.ts';
import { cookieOf, openShop, svc } from './shop.ts';

const ad = 'svc_campaign=spring&gclid=g-1';
const throwing = `<script>
  const refuse = { get() { throw new Error('blocked'); }, set() { throw new Error('blocked'); } };
  Object.defineProperty(document, 'cookie', refuse);
  Object.defineProperty(window, 'localStorage', refuse);
</script>`;
const ignoring = `<script>
  Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
  Object.defineProperty(window, 'localStorage', { value: { getItem: () => null, setItem() {}, removeItem() {} } });
</script>`;
const mute = `<script>if (location.pathname === '/') {
  window.fetch = () => Promise.reject(new TypeError('no network'));
  navigator.sendBeacon = () => false;
}</script>`;

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const posts = () => shop.api.seen.filter((request) => request.startsWith('POST')).length;

describe('where storage is blocked', () => {
  it.each([
    ['throws', throwing],
    ['ignores what is written', ignoring],
  ])('where storage is blocked and %s, the session lives with the page, which sees no error', async (_, head) => {
    const site = await shop.shop({ head });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    await shop.events(site.advertiser.id);
    await page.evaluate('svc.consent(false); svc.consent(true)');
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a sandboxed frame without an origin works without storage', async () => {
    const pages = { '/outer': `<iframe sandbox="allow-scripts" src="/inner?${ad}"></iframe>` };
    const site = await shop.shop({ pages });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/outer`);
    const [event] = await shop.events(site.advertiser.id);
    expect(event).toMatchObject({ eventType: 'page_viewed', url: `${site.base}/inner` });
    expect(await shop.stored.click(event?.sid ?? '')).toMatchObject({ networkClickIds: { gclid: 'g-1' } });
    expect([await page.context().cookies(), errors]).toEqual([[], []]);
    await site.stop();
  });
});

describe('a missing answer of the service', () => {
  it('an offline browser has the click ID at once, and sends the session later', async () => {
    const site = await shop.shop();
    const { page, context, errors } = await shop.visitor();
    await page.route('**/pixel/p.js', async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    expect((await cookieOf(page)).sid).toBe(sid);
    await page.evaluate(`history.pushState({}, '', '/next')`);
    expect(await shop.stored.click(sid)).toBeNull();
    await context.setOffline(false);
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    await shop.events(site.advertiser.id, 2);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a beacon sends session and page view when the visitor leaves early', async () => {
    const head = `<script>window.fetch = () => Promise.reject(new TypeError('no network'))</script>`;
    const site = await shop.shop({ head, pages: { '/away': 'Elsewhere.' } });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.goto(`${site.base}/away`);
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    const [event] = await shop.events(site.advertiser.id);
    expect(event).toMatchObject({ sid, eventType: 'page_viewed' });
    await site.stop();
  });

  it('the next page sends the session of a landing page without an answer, with the ad of the first', async () => {
    const site = await shop.shop({ head: mute });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    expect(await shop.stored.click(sid)).toBeNull();
    await page.goto(`${site.base}/next`);
    const landingPage = `${site.base}/`;
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring', landingPage });
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await site.stop();
  });

  it('a missing answer is retried five times with growing delays', async () => {
    const head = `<script>
      window.asked = [];
      window.fetch = () => { asked.push(Date.now()); return Promise.reject(new TypeError('no network')); };
    </script>`;
    const site = await shop.shop({ head });
    const { page, errors } = await shop.visitor();
    await page.clock.install();
    await page.goto(site.base);
    await page.clock.runFor(600_000);
    const asked = await svc<number[]>(page, 'asked');
    const waits = asked.slice(1).map((at, i) => Math.round((at - (asked[i] ?? 0)) / 1000));
    expect(waits).toEqual([1, 4, 16, 64]);
    expect(errors).toEqual([]);
    await site.stop();
  });
});

describe('a limit that is reached', () => {
  const limiting = (answers: number) => `<script>
      window.asked = [];
      const real = window.fetch;
      window.fetch = (...args) => {
        if (asked.push(Date.now()) > ${answers}) return real(...args);
        return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '1' } }));
      };
    </script>`;

  it('a reached limit is retried later, and then session and page view arrive', async () => {
    const site = await shop.shop({ head: limiting(2) });
    const { page, errors } = await shop.visitor();
    await page.clock.install();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.clock.runFor(1500);
    expect(await shop.stored.click(sid)).toBeNull();
    await page.clock.runFor(60_000);
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    expect(await shop.events(site.advertiser.id)).toMatchObject([{ sid, eventType: 'page_viewed' }]);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a permanent limit is retried five times with growing delays, and the page works', async () => {
    const site = await shop.shop({ head: limiting(1000) });
    const { page, errors } = await shop.visitor();
    await page.clock.install();
    await page.goto(`${site.base}/?${ad}`);
    await page.clock.runFor(600_000);
    const asked = await svc<number[]>(page, 'asked');
    expect(asked.slice(1).map((at, i) => Math.round((at - (asked[i] ?? 0)) / 1000))).toEqual([1, 4, 16, 64]);
    expect(await svc(page, `svc.track('a')`)).toBe(true);
    expect(errors).toEqual([]);
    await site.stop();
  });
});

describe('a rejection by the service', () => {
  it("a rejection of the page's origin is silent: the page works, and sends nothing more", async () => {
    const site = await shop.shop({ origins: ['https://elsewhere.example'] });
    const { page, errors } = await shop.visitor();
    const before = posts();
    const refusal = page.waitForResponse((answer) => answer.status() === 403);
    await page.goto(`${site.base}/?${ad}`);
    await refusal;
    const sid = await svc<string>(page, `svc.track('a'), svc.sid()`);
    await page.evaluate(`history.pushState({}, '', '/next')`);
    await page.goto('about:blank');
    expect([posts() - before, await shop.stored.click(sid)]).toEqual([1, null]);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a used click ID is answered with another ID, which the page adopts', async () => {
    const [site, other] = [await shop.shop(), await shop.shop()];
    const { page } = await shop.visitor();
    await page.route('**/pixel/sessions', async (route) => {
      const { sid } = route.request().postDataJSON() as { sid: string };
      const body = { key: other.advertiser.pixelKey, url: 'https://other.example/', sid };
      await shop.app.pixel.createSession({ body });
      await route.continue();
    });
    await page.goto(`${site.base}/?${ad}`);
    const [event] = await shop.events(site.advertiser.id);
    const cookie = await cookieOf(page);
    expect(event?.sid).toBe(cookie.sid);
    expect(await svc(page, 'svc.sid()')).toBe(cookie.sid);
    expect(await shop.stored.click(cookie.sid)).toMatchObject({ accountId: site.advertiser.id });
    await Promise.all([site.stop(), other.stop()]);
  });
});

describe('a page with a library that gives lists and texts a toJSON of their own', () => {
  const library = `<script>
    Array.prototype.toJSON = function () { return '[' + this.map((entry) => JSON.stringify(entry)).join(', ') + ']'; };
    String.prototype.toJSON = function () { return '"' + this + '"'; };
    Object.defineProperty(Number.prototype, 'toJSON', { value: () => 'number', configurable: true });
  </script>`;

  it('a page whose library adds toJSON to lists and texts sends the same events and users, and keeps the methods', async () => {
    const site = await shop.shop({ head: library });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/?svc_campaign=spring`);
    await svc(page, `svc.track('items_added', { sizes: [41, 42], name: 'Shoe' })`);
    await page.evaluate(`svc.identify('user-77')`);
    const events = await shop.events(site.advertiser.id, 2);
    expect(events.map(({ eventType }) => eventType)).toEqual(['page_viewed', 'items_added']);
    expect(JSON.parse(String(events[1]?.properties))).toEqual({ sizes: [41, 42], name: 'Shoe' });
    const identified = () => shop.api.seen.filter((request) => request.endsWith('/identify')).length;
    await until(async () => identified() === 1);
    await page.reload();
    await shop.events(site.advertiser.id, 3);
    expect(identified()).toBe(1);
    expect(await page.evaluate(`[typeof [].toJSON, typeof ''.toJSON, (1).toJSON()]`)).toEqual(['function', 'function', 'number']);
    expect(await page.evaluate(`Object.keys(Number.prototype)`)).toEqual([]);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a spoiled user from an earlier version is not sent', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?svc_campaign=spring`);
    await shop.events(site.advertiser.id);
    await page.evaluate(`localStorage.svc_sid = JSON.stringify({ ...JSON.parse(localStorage.svc_sid), users: '[]', known: '[1]' })`);
    const before = shop.api.seen.length;
    await page.reload();
    await shop.events(site.advertiser.id, 2);
    expect(shop.api.seen.slice(before).filter((request) => request.endsWith('/identify'))).toEqual([]);
    expect(await svc(page, `svc.identify('user-1')`)).toBe(true);
    await site.stop();
  });
});
