import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '#test/kit/browser.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { until } from '#test/kit/until.ts';
import { serve } from './serve.ts';
import { storedIn } from './stored.ts';

export type SvcCookie = { sid: string; vid?: string; ts: number; v: number };

type ShopSettings = {
  attributes?: string;
  head?: string;
  headers?: Record<string, string>;
  origins?: string[];
  pages?: Record<string, string>;
};

export async function openShop() {
  const world = await newWorld();
  Object.defineProperty(world.clock, 'now', { get: Date.now });
  const app = await startApp(world);
  const api = await serve((request) => app.send(request));
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];

  async function shop({ attributes = '', head = '', headers = {}, origins, pages = {} }: ShopSettings = {}) {
    const advertiser = await newAdvertiser(app);
    const limited = { name: 'Shop', kind: 'public', environment: 'live', allowed_origins: origins } as const;
    const { key } = origins ? await advertiser.issue(limited) : { key: advertiser.pixelKey };
    const tag = `<script src="${api.base}/pixel/p.js" data-key="${key}" ${attributes} async></script>`;
    const html = `<!doctype html><html lang="en"><title>Shop</title>${head}${tag}<p>A shop.</p></html>`;
    const site = await serve(({ url }) => {
      const { pathname } = new URL(url);
      const status = pathname === '/favicon.ico' ? 404 : 200;
      const body = pages[pathname] ?? html;
      return new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
    });
    return { ...site, advertiser, tag };
  }

  async function visitor(options: BrowserContextOptions = {}) {
    browser ??= await launchBrowser();
    const context = await browser.newContext(options);
    contexts.push(context);
    const page = await context.newPage();
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(String(error.error())));
    return { context, page, errors };
  }

  const stored = storedIn(world);

  return {
    app,
    api,
    stored,
    shop,
    visitor,
    events: (accountId: number, atLeast = 1) =>
      until(async () => {
        const found = await stored.events(accountId);
        return found.length >= atLeast ? found : null;
      }),
    async leave() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
    async close() {
      await browser?.close();
      await api.stop();
    },
  };
}

export async function svc<T>(page: Page, expression: string): Promise<T> {
  await page.waitForFunction('window.svc && svc.sid');
  return page.evaluate<T>(expression);
}

export async function cookieOf(page: Page): Promise<SvcCookie> {
  const sid = await svc(page, 'svc.sid()');
  return until(async () => {
    const found = (await page.context().cookies()).find(({ name }) => name === 'svc_sid');
    const cookie = found && (JSON.parse(decodeURIComponent(found.value)) as SvcCookie);
    return cookie?.sid === sid ? cookie : null;
  });
}
