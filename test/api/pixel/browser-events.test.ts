// Night: it starts a browser.
import { openShop, svc } from './shop.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Site = Awaited<ReturnType<typeof shop.shop>>;
const eventsOf = async (site: Site, count: number) => {
  const events = await shop.events(site.advertiser.id, count);
  return events.map(({ eventType, url = '' }) => `${eventType} ${url.replace(site.base, '')}`);
};

describe('events of the pixel', () => {
  it('every page, and every change of its address, has a page view: the same address counts once', async () => {
    const site = await shop.shop();
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/a?secret=1#part`);
    await svc(page, `history.replaceState({}, '', location.href)`);
    await page.evaluate(`history.pushState({}, '', '/b?page=2'); history.pushState({}, '', '/b?page=2')`);
    await page.evaluate(`history.pushState({}, '', '/b?page=2#part')`);
    await page.evaluate(`history.replaceState({}, '', '/c')`);
    await page.goBack();
    await page.evaluate('svc.page()');
    await page.goto(`${site.base}/d`);
    expect(await eventsOf(site, 6)).toEqual([
      'page_viewed /a',
      'page_viewed /b',
      'page_viewed /c',
      'page_viewed /b',
      'page_viewed /b',
      'page_viewed /d',
    ]);
    const [event] = await shop.stored.events(site.advertiser.id);
    expect(event).toMatchObject({
      sid: await svc(page, 'svc.sid()'),
      kind: 'pixel_event',
      pixelKey: site.advertiser.pixelKey,
      environment: 'live',
    });
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('an address whose query the page replaces while the visitor types has one page view', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/search`);
    await svc(page, 'svc.sid()');
    for (const typed of ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef']) await page.evaluate(`history.replaceState({}, '', '?q=${typed}')`);
    await page.evaluate(`history.pushState({}, '', '?q=abcdef')`);
    await page.evaluate(`history.pushState({}, '', '?q=other')`);
    await page.evaluate(`history.replaceState({}, '', '/done?q=other')`);
    expect(await eventsOf(site, 3)).toEqual(['page_viewed /search', 'page_viewed /search', 'page_viewed /done']);
    await site.stop();
  });

  it.each([
    ['replaces', `history.replaceState({}, '', '/landing')`],
    ['pushes', `history.pushState({}, '', '/landing')`],
    ['replaces, with a parameter of its own', `history.replaceState({}, '', '/landing?size=42')`],
    ['pushes, with a parameter of its own', `history.pushState({}, '', '/landing?size=42')`],
  ])('a landing whose script cleans the address and %s it has one page view', async (_, clean) => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    const own = clean.includes('size') ? '&size=42' : '';
    await page.goto(`${site.base}/landing?svc_campaign=spring&gclid=g-1&amp;utm_term=x${own}`);
    const sid = await svc(page, 'svc.sid()');
    await page.evaluate(clean);
    await page.evaluate(`svc.track('items_added')`);
    expect(await eventsOf(site, 2)).toEqual(['page_viewed /landing', 'items_added /landing']);
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await site.stop();
  });

  it.each([
    ['in a fragment without a route', '/landing#utm_source=x&utm_campaign=spring'],
    ['behind &amp;', '/landing?a=1&amp;svc_campaign=spring'],
    ['behind a second question mark', '/landing?a=1?svc_campaign=spring'],
    ['behind a click id and a second question mark', '/landing?gclid=abc?utm_campaign=spring'],
    ['in capitals', '/landing?UTM_Campaign=spring'],
    ['behind the route of a hash router', '/landing#/shoes?svc_campaign=spring'],
  ])('the pixel reports the campaign %s', async (_, path) => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}${path}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await shop.events(site.advertiser.id);
    expect(await shop.stored.click(sid)).toMatchObject({ campaign: 'spring' });
    await site.stop();
  });

  it('the pixel reports each call of the page, also before the script has loaded', async () => {
    const head = `<script>
      (window.svc = window.svc || []).push(['track', 'items_added', { sku: 'A1', count: 2 }]);
      svc.push(['nonsense']);
    </script>`;
    const site = await shop.shop({ head });
    const { page, errors } = await shop.visitor();
    await page.goto(site.base);
    expect(await svc(page, `svc.track('checkout_started')`)).toBe(true);
    await page.evaluate(`svc.push(['track', 'contents_viewed'])`);
    const refused = `['Nope', 'a__b', '', null].map((name) => svc.track(name)).concat(
      [[1], 'text', 7, { big: 'x'.repeat(5000) }, 10n].map((properties) => svc.track('a', properties)),
      (() => { const loop = {}; loop.loop = loop; return svc.track('a', loop); })())`;
    expect(new Set(await svc<boolean[]>(page, refused))).toEqual(new Set([false]));
    expect(await eventsOf(site, 4)).toEqual(['page_viewed /', 'items_added /', 'checkout_started /', 'contents_viewed /']);
    const [, added] = await shop.stored.events(site.advertiser.id);
    expect(added?.properties).toBe('{"sku":"A1","count":2}');
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('the pixel adds one global name and changes no function of the page', async () => {
    const head = '<script>document.before = Object.getOwnPropertyNames(window)</script>';
    const site = await shop.shop({ head });
    const { page, errors } = await shop.visitor();
    await page.goto(site.base);
    const added = 'Object.getOwnPropertyNames(window).filter((name) => !document.before.includes(name) && !/^\\d+$/.test(name))';
    expect(await svc(page, added)).toEqual(['svc']);
    await expect(page.evaluate(`history.pushState({}, '', 'https://other.example/')`)).rejects.toThrow('SecurityError');
    await page.evaluate(
      `new Promise((done) => { const again = Object.assign(document.createElement('script'), { onload: done, src: document.querySelector('script[src]').src }); again.dataset.key = 'pk_other'; document.head.append(again); })`,
    );
    await page.evaluate(`svc.track('last_one')`);
    expect(await eventsOf(site, 2)).toEqual(['page_viewed /', 'last_one /']);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it("the pixel works under a content security policy with only the service's origin", async () => {
    const policy = `default-src 'none'; script-src ${shop.api.base}; connect-src ${shop.api.base}`;
    const site = await shop.shop({ headers: { 'content-security-policy': policy } });
    const { page } = await shop.visitor();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(site.base);
    expect(await eventsOf(site, 1)).toEqual(['page_viewed /']);
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
    await site.stop();
  });
});
