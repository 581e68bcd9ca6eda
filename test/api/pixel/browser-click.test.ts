// Slow: it starts a browser.
import { until } from '#test/kit/until.ts';
import { cookieOf, openShop, type SvcCookie, svc } from './shop.ts';

const ad = 'svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_42';
const monthMs = 30 * 86_400_000;

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const sessionOf = ({ sid }: SvcCookie) => until(() => shop.stored.click(sid));

describe('an ad click in a browser', () => {
  it("an ad click has the same click ID in the cookie and in the service, with the ad's data only", async () => {
    const site = await shop.shop();
    const { page, errors } = await shop.visitor();
    const before = Date.now();
    await page.goto(`${site.base}/shoes?${ad}&oppref=opp-1&gclid=g-1&email=ada@example.com#top`);
    const sid = await svc<string>(page, 'svc.sid()');

    const cookie = await cookieOf(page);
    expect(cookie).toEqual({
      sid,
      vid: expect.stringMatching(/^v_[0-9A-Za-z]{22}$/),
      ts: expect.any(Number),
      v: 1,
    });
    expect(cookie.ts).toBeGreaterThanOrEqual(before);
    const session = await sessionOf(cookie);
    expect(session).toMatchObject({
      sid: expect.stringMatching(/^s_[0-9A-Za-z]{22}$/),
      vid: cookie.vid,
      accountId: site.advertiser.id,
      pixelKey: site.advertiser.pixelKey,
      campaign: 'spring',
      adGroup: 'shoes',
      adId: 'ad_42',
      networkClickIds: { oppref: 'opp-1', gclid: 'g-1' },
      landingPage: `${site.base}/shoes`,
    });
    expect(JSON.stringify(session)).not.toContain('ada@example.com');
    expect(await shop.stored.alias(site.advertiser.id, 'oppref', 'opp-1')).toMatchObject({ sid });

    const [stored] = await page.context().cookies();
    expect(stored).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
    expect(Math.abs((stored?.expires ?? 0) * 1000 - before - monthMs)).toBeLessThan(60_000);
    const event = { event_type: 'order_created', event_id: 'o1', svc_click_id: stored?.value ?? '' };
    expect(await shop.app.conversions.sendConversion({ body: event, headers: site.advertiser.key })).toMatchObject({
      status: 200,
      body: { matched: true, session_id: sid, ad_id: 'ad_42' },
    });
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('an ad click keeps its session over a reload, other pages and the way back', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.reload();
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await page.goto(`${site.base}/about`);
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await page.goBack();
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    expect((await cookieOf(page)).sid).toBe(sid);
    await site.stop();
  });

  it('a page that returns from the memory of the browser has the newer click of another page, and is a view of it', async () => {
    const site = await shop.shop();
    const { page, context } = await shop.visitor();
    await page.goto(`${site.base}/first?${ad}`);
    const first = await cookieOf(page);
    const other = await context.newPage();
    await other.goto(`${site.base}/other?utm_campaign=autumn`);
    const second = await cookieOf(other);
    expect(second.sid).not.toBe(first.sid);
    const show = (persisted: boolean) => page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: ${persisted} }))`);
    await show(false);
    expect(await svc(page, 'svc.sid()'), 'a page that was not away').toBe(first.sid);
    await show(true);
    expect(await svc(page, 'svc.sid()'), 'a page that returned').toBe(second.sid);
    const views = (await shop.events(site.advertiser.id, 3)).filter(({ url }) => url?.endsWith('/first'));
    expect(views.map(({ sid }) => sid)).toEqual([first.sid, second.sid]);
    await site.stop();
  });

  it('a second ad click starts another session of the same visitor, and the cookie has the last click', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/`);
    const organic = await cookieOf(page);
    expect(await sessionOf(organic)).toMatchObject({ campaign: '', vid: organic.vid });
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.sid()');
    const first = await cookieOf(page);
    await page.goto(`${site.base}/?utm_campaign=autumn`);
    await svc(page, 'svc.sid()');
    const second = await cookieOf(page);
    expect(new Set([organic, first, second].map((cookie) => cookie.vid)).size).toBe(1);
    expect(new Set([organic, first, second].map((cookie) => cookie.sid)).size).toBe(3);
    expect(await sessionOf(first)).toMatchObject({ campaign: 'spring' });
    expect(await sessionOf(second)).toMatchObject({ campaign: 'autumn', vid: organic.vid });
    await site.stop();
  });

  it("an ad network's click ID is one click, however often its address is opened", async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?gclid=g-7`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.goto(`${site.base}/?utm_source=mail`);
    await page.goto(`${site.base}/?gclid=g-7`);
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await page.goto(`${site.base}/?gclid=g-8`);
    expect(await svc(page, 'svc.sid()')).not.toBe(sid);
    await site.stop();
  });

  it('an ad click returns from localStorage when the cookie is lost', async () => {
    const site = await shop.shop();
    const { page, context } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.sid()');
    const cookie = await cookieOf(page);
    await context.clearCookies();
    await page.goto(`${site.base}/later`);
    await svc(page, 'svc.sid()');
    expect(await cookieOf(page)).toEqual(cookie);
    await site.stop();
  });

  it('an ad click is in a secure cookie of the shared domain where page and tag allow it', async () => {
    const site = await shop.shop({ attributes: 'data-cookie-domain="shop.example"' });
    const { page, context } = await shop.visitor();
    const secure = 'https://www.shop.example';
    await page.route(`${secure}/**`, async (route) => {
      const path = route.request().url().slice(secure.length);
      if (route.request().method() === 'POST') return route.abort();
      const answer = await fetch((path.startsWith('/pixel/') ? shop.api.base : site.base) + path);
      const body = (await answer.text()).replace(shop.api.base, secure);
      return route.fulfill({ body, contentType: answer.headers.get('content-type') ?? '' });
    });
    await page.goto(`${secure}/?${ad}`);
    const { sid } = await cookieOf(page);
    expect(await context.cookies('https://shop.example')).toEqual([
      expect.objectContaining({ name: 'svc_sid', domain: '.shop.example', path: '/', secure: true }),
    ]);
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await page.evaluate('svc.consent(false)');
    await until(async () => (await context.cookies()).length === 0);
    await context.close();
    await site.stop();
  });

  it('an ad click does not replace a cookie that the shop issued again from its server', async () => {
    const site = await shop.shop();
    const { page, context } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.sid()');
    const renewed = JSON.stringify({ ...(await cookieOf(page)), renewed: Date.now() });
    await context.addCookies([{ name: 'svc_sid', value: encodeURIComponent(renewed), url: site.base }]);
    await page.goto(`${site.base}/next`);
    await svc(page, 'svc.sid()');
    expect(await cookieOf(page)).toEqual(JSON.parse(renewed));
    await site.stop();
  });
});

describe('without consent', () => {
  it('without consent nothing is stored in the browser and the visitor has no ID, but the page is attributed', async () => {
    const site = await shop.shop({ attributes: 'data-consent="false"' });
    const { page, context } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    const session = await until(() => shop.stored.click(sid));
    expect(session).toMatchObject({ campaign: 'spring' });
    expect(session).not.toHaveProperty('vid');
    expect(await svc(page, 'svc.vid()')).toBeUndefined();
    expect([await context.cookies(), await page.evaluate('localStorage.length')]).toEqual([[], 0]);

    await page.evaluate('svc.consent(true)');
    expect(await cookieOf(page)).toMatchObject({ sid, vid: expect.stringMatching(/^v_/) });
    await page.evaluate('svc.consent(false)');
    await until(async () => (await context.cookies()).length === 0);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await site.stop();
  });

  it('consent on a later page stores the earlier click', async () => {
    const site = await shop.shop({ attributes: 'data-consent="false"' });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.consent(true)');
    const kept = await cookieOf(page);
    await page.goto(`${site.base}/cart`);
    expect(await svc(page, 'svc.sid()')).not.toBe(kept.sid);
    await page.evaluate('svc.consent(true)');
    expect(await svc(page, 'svc.sid()')).toBe(kept.sid);
    expect(await cookieOf(page)).toEqual(kept);
    await site.stop();
  });
});

describe('an ad click of Google without its click ID', () => {
  it('an ad click of Google without its click ID replaces an older click, and has its campaign ID', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/p?svc_campaign=newsletter_old`);
    const older = await cookieOf(page);
    await page.goto(`${site.base}/p?gad_source=1&gad_campaignid=22555`);
    const newer = await cookieOf(page);
    expect(newer.sid).not.toBe(older.sid);
    expect(newer.vid).toBe(older.vid);
    expect(await sessionOf(newer)).toMatchObject({
      campaign: '22555',
      facts: { channel: 'paid_search', paid: true },
    });
    await page.goto(`${site.base}/p?gad_source=5`);
    expect((await cookieOf(page)).sid).toBe(newer.sid);
    const event = { event_type: 'order_created', event_id: 'gad:1', svc_click_id: newer.sid };
    const { body } = await shop.app.conversions.sendConversion({ body: event, headers: site.advertiser.key });
    expect(body).toMatchObject({ matched: true, campaign: '22555' });
    await page.reload();
    expect((await cookieOf(page)).sid).toBe(newer.sid);
    await site.stop();
  });
});
