// Slow: it starts processes.
import { docsAsset } from '#functions/api/docs/docs-asset.ts';
import { gateway, type Route } from '#lib/local/gateway.ts';
import { hostEndpoints } from '#lib/local/host-endpoints.ts';
import { type HttpServer, httpServer } from '#lib/local/http-server.ts';
import { listen } from '#lib/local/listen.ts';
import { offersOf } from '#lib/local/machine-only.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { withBrowser } from '#test/kit/browser.ts';

const shown = {
  api: 'http://127.0.0.1:3007',
  shop: 'http://127.0.0.1:3008/',
  inbox: 'http://127.0.0.1:3009',
  vendors: 'http://127.0.0.1:3010',
  demo: { email: '<demo>@adtrail.example', userId: 1 },
  demoFile: '.local/demo.json',
  operatorToken: async () => ({ access_token: '', expires_in: 0 }),
  demoToken: async () => ({ access_token: 'token', expires_in: 60 }),
};
let door: HttpServer;
let origin: string;
let url: string;
let states: Record<string, 'ok' | 'down'>;
beforeAll(async () => {
  door = httpServer(() => {});
  const route = hostEndpoints({ ...shown, engines: async () => states }, offersOf({ isExposed: false }));
  const handler = httpLambda([docsAsset], () => ({})) as Route['handler'];
  door.serve(gateway([route, { endpoints: [docsAsset], handler }], route.handler).handle);
  origin = `http://127.0.0.1:${await listen(door.server, 0)}`;
  url = `${origin}/start`;
});
beforeEach(() => {
  states = { dynamodb: 'ok', mail: 'ok' };
});
afterAll(() => door.stop(0));

describe('the start page', () => {
  it('the start page leads to everything that runs', async () => {
    const page = await (await fetch(url)).text();
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      '/console',
      '/docs/guides',
      '/docs',
      `${shown.api}/console`,
      `${shown.api}/console/operators`,
      shown.shop,
      `${shown.api}/docs/guides`,
      `${shown.api}/docs`,
      shown.inbox,
      `${shown.vendors}/`,
      `${shown.api}/openapi.json`,
      `${shown.api}/health`,
    ]);
    expect(page).toContain('&lt;demo&gt;@adtrail.example');
    expect(page).toContain('<code>.local/demo.json</code>');
    expect(page).toContain(`API=${shown.api}`);
  });

  it('the start page leaves the first address to the console', async () => {
    const { status, headers } = await fetch(`${origin}/`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/console']);
  });

  it('the start page says which engine is down', async () => {
    expect(await (await fetch(url)).text()).toContain('is running on this machine');
    states = { dynamodb: 'ok', mail: 'down' };
    const page = await (await fetch(url)).text();
    expect(page).toContain('is running with errors');
    expect(page).toContain('Mail: <span class="down">down</span>');
  });

  it('the start page answers HEAD, and is not kept', async () => {
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([200, 'no-store', '']);
  });

  it.each([360, 1280])('the start page fits %i pixels, in a browser that enforces its policy', async (width) => {
    await withBrowser(
      async (page) => {
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(url);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const margin = await page.evaluate('getComputedStyle(document.body).margin');
        expect(margin).toBe('0px');
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      },
      { viewport: { width, height: 800 } },
    );
  });
});
