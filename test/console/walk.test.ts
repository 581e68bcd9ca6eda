// Slow: it starts a browser.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#test/kit/browser.ts';
import { expectAccessible, walker } from './walk.ts';

let browser: Browser;
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const type = url === '/pixel/p.js' ? 'text/javascript' : 'text/html';
    const title = '<!doctype html><html lang="en"><title>Page</title><main><h1>A page</h1></main></html>';
    response.setHeader('content-type', type).end(type === 'text/html' ? title : '');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close().closeAllConnections();
});
const { walk } = walker(
  () => browser,
  () => origin,
);
const stored = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`;

it('a walk finds nothing of the walk before: no session, no size, no changed answer, no lost network', async () => {
  await walk(
    async ({ page }) => {
      await page.route('**/other', (route) => route.fulfill({ body: 'changed' }));
      await page.goto(origin);
      await page.evaluate(`localStorage.a = 1; sessionStorage.b = 2; document.cookie = 'c=3'`);
      const popup = page.waitForEvent('popup');
      await page.evaluate(`void window.open('/other')`);
      await popup;
      await page.context().setOffline(true);
    },
    { width: 360, dark: true },
  );
  await walk(async ({ page }) => {
    await page.goto(`${origin}/other`);
    expect(await page.getByRole('heading').textContent()).toBe('A page');
    expect(await page.evaluate(stored)).toBe('[{},{},""]');
    expect(page.context().pages()).toHaveLength(1);
    expect(await page.evaluate(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`)).toEqual([1280, false]);
  });
});

it('a walk fails for what the browser complains of, also after walks on the same page', async () => {
  const complaining = walk(async ({ page }) => {
    await page.goto(origin);
    await page.evaluate(`console.error('a breach')`);
  });
  await expect(complaining).rejects.toThrow();
  await walk(async ({ page }) => void (await page.goto(origin)));
});

it('each look at a page notices what came since the one before', async () => {
  await walk(async ({ page }) => {
    await page.goto(origin);
    await expectAccessible(page, 'first');
    await page.evaluate(`document.querySelector('main').innerHTML += '<button></button>'`);
    await expect(expectAccessible(page, 'second')).rejects.toThrow(/button-name|deeply equal/);
    await page.reload();
    await expectAccessible(page, 'third');
    await page.evaluate(`document.querySelector('h1').style.cssText = 'color: #ccc; background: #ddd'`);
    await expect(expectAccessible(page, 'fourth')).rejects.toThrow();
  });
});
