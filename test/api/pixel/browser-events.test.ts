import { openShop, svc } from './shop.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Site = Awaited<ReturnType<typeof shop.shop>>;
/** The account's events as `type path`, once there are so many. */
const eventsOf = async (site: Site, count: number) => {
  const events = await shop.events(site.advertiser.id, count);
  return events.map(({ eventType, url = '' }) => `${eventType} ${url.replace(site.base, '')}`);
};

describe('what the pixel reports', () => {
  it('is a page view of every page, and of every change of the address within one: the same address counts once', async () => {
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

  it('is what the page tells it, also before the script has loaded, each call on its own', async () => {
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
    expect(await eventsOf(site, 4)).toEqual([
      'page_viewed /',
      'items_added /',
      'checkout_started /',
      'contents_viewed /',
    ]);
    const [, added] = await shop.stored.events(site.advertiser.id);
    expect(added?.properties).toBe('{"sku":"A1","count":2}');
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('leaves the page as it was: one name in the global scope, none of its own functions broken, nothing counted twice', async () => {
    const head = '<script>document.before = Object.getOwnPropertyNames(window)</script>';
    const site = await shop.shop({ head });
    const { page, errors } = await shop.visitor();
    await page.goto(site.base);
    const added =
      'Object.getOwnPropertyNames(window).filter((name) => !document.before.includes(name) && !/^\\d+$/.test(name))';
    expect(await svc(page, added)).toEqual(['svc']);
    // The browser's own refusal still reaches whoever asked for the impossible.
    await expect(page.evaluate(`history.pushState({}, '', 'https://other.example/')`)).rejects.toThrow(
      'SecurityError',
    );
    await page.evaluate(
      `new Promise((done) => { const again = Object.assign(document.createElement('script'), { onload: done, src: document.querySelector('script[src]').src }); again.dataset.key = 'pk_other'; document.head.append(again); })`,
    );
    await page.evaluate(`svc.track('last_one')`);
    expect(await eventsOf(site, 2)).toEqual(['page_viewed /', 'last_one /']);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it("works under a content security policy that allows the service's origin and nothing else", async () => {
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
