// Night: it starts a browser.
import type { Page } from 'playwright-core';
import { openShop, svc } from './shop.ts';

const apex = 'http://shop.example';
const www = 'http://www.shop.example';
const shared = 'data-cookie-domain="shop.example"';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.leave());

async function shopper() {
  const site = await shop.shop();
  const { page, context, errors } = await shop.visitor();
  let attributes = '';
  await page.route(/shop\.example/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/pixel/p.js') {
      const script = await (await fetch(`${shop.api.base}/pixel/p.js`)).text();
      return route.fulfill({ body: script, contentType: 'text/javascript' });
    }
    const tag = `<script src="/pixel/p.js" data-key="${site.advertiser.pixelKey}" ${attributes}></script>`;
    return pathname.startsWith('/api/') ? route.abort() : route.fulfill({ body: `<!doctype html>${tag}`, contentType: 'text/html' });
  });
  return {
    page,
    errors,
    async visit(url: string, with_: string): Promise<string> {
      attributes = with_;
      await page.goto(url);
      return svc<string>(page, 'svc.sid()');
    },
    cookies: async () => (await context.cookies()).filter(({ name }) => name === 'svc_sid'),
    async leave() {
      await context.close();
      await site.stop();
    },
  };
}
const cookieText = (page: Page) => page.evaluate<string>('document.cookie');

describe('two cookies of one name', () => {
  it.each([
    ['the shop adds data-cookie-domain', `${www}`, '', `${www}`, shared],
    ['the shop removes data-cookie-domain', `${www}`, shared, `${www}`, ''],
    ['the apex has no attribute, www has it', `${apex}`, '', `${www}`, shared],
    ['www has the attribute, the apex has none', `${www}`, shared, `${apex}`, ''],
  ])('two cookies of one name keep the newest click where %s', async (_, first, firstWith, second, secondWith) => {
    const { visit, cookies, page, errors, leave } = await shopper();
    const old = await visit(`${first}/?svc_campaign=old`, firstWith);
    const newest = await visit(`${second}/?svc_campaign=new`, secondWith);
    expect(newest).not.toBe(old);
    expect(await visit(`${second}/cart`, secondWith)).toBe(newest);
    const sent = (await cookieText(page)).split('; ').filter((text) => text.startsWith('svc_sid='));
    expect(sent.length).toBeGreaterThan(0);
    for (const text of sent) expect(text).toContain(newest);
    if ((await cookies()).some(({ domain }) => domain === '.shop.example')) expect(await visit(`${first}/cart`, firstWith)).toBe(newest);
    await svc(page, 'svc.consent(false)');
    expect(await cookieText(page)).not.toContain('svc_sid');
    expect(errors).toEqual([]);
    await leave();
  });

  it('two cookies of one name are both removed when consent is withdrawn, whatever the tag says now', async () => {
    const { visit, cookies, page, leave } = await shopper();
    await visit(`${www}/?svc_campaign=a`, '');
    await visit(`${www}/?svc_campaign=b`, shared);
    await page.evaluate(`document.cookie = 'svc_sid=%7B%7D; Path=/'`);
    expect((await cookies()).length).toBe(2);
    await visit(`${www}/`, '');
    await svc(page, 'svc.consent(false)');
    expect(await cookies()).toEqual([]);
    expect(await page.evaluate(`localStorage.getItem('svc_sid')`)).toBeNull();
    await leave();
  });

  it('a spoiled cookie of the same name does not hide the click', async () => {
    const { visit, page, leave } = await shopper();
    const sid = await visit(`${www}/?svc_campaign=a`, shared);
    for (const spoiled of ['%E0%A4%A', '100%', '{"sid":1}', '', 'null'])
      await page.evaluate(`document.cookie = ${JSON.stringify(`svc_sid=${spoiled}; Path=/`)}`);
    expect(await visit(`${www}/cart`, shared)).toBe(sid);
    await leave();
  });
});

describe('a visitor who withdraws consent on one host', () => {
  it('withdrawing consent on one host removes the data of another host once it receives the refusal', async () => {
    const { visit, page, leave } = await shopper();
    await visit(`${apex}/?svc_campaign=a`, shared);
    await visit(`${www}/`, shared);
    await svc(page, 'svc.consent(false)');
    await visit(`${apex}/`, `${shared} data-consent="hold"`);
    await svc(page, 'svc.consent(false)');
    expect(await page.evaluate(`localStorage.getItem('svc_sid')`)).toBeNull();
    expect(await cookieText(page)).toBe('');
    await leave();
  });
});
