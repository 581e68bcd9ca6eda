// Slow: it starts processes.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startDemoShop } from '#lib/local/demo-shop/shop.ts';
import { listen } from '#lib/local/listen.ts';
import { anyPort, siblingPort } from '#lib/local/open-port.ts';
import { withBrowser } from '#test/kit/browser.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const data = join(temporaryFolder(), 'data');

describe('the demo shop of npm start', () => {
  it('the demo shop of npm start tells the whole story in a browser: ad, landing page, order, attributed, and sent twice it counts once', async () => {
    const host = spawnHost(['--port', '0', '--data', data, '--json']);
    const { api, shop, demo } = await host.ready();
    expect(new URL(shop).origin).not.toBe(api);
    await withBrowser(async (page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('requestfailed', (request) => {
        const isLeftBehind =
          /\/(pixel\/events|attributed\/report)$/.test(request.url()) && request.failure()?.errorText === 'net::ERR_ABORTED';
        if (!isLeftBehind) complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
      });

      await page.goto(shop);
      await page.getByRole('link', { name: 'Shop the spring sale' }).click();
      const sid = page.locator('dd[data-of=sid]', { hasText: /^s_/ });
      const clickId = await sid.textContent();
      expect(await page.locator('dd[data-of=cookie]').textContent()).toContain(`"sid":"${clickId}"`);
      await page.getByText('has stored the click').waitFor();
      const html = await page.content();
      expect(html).toContain(demo.public_key);
      expect(html).not.toContain('sk_live_');

      await page.getByRole('button', { name: 'Buy now' }).click();
      await page.getByText('Earned by ad ad_42 of campaign spring_sale').waitFor();
      const [sent, answered] = (await page.locator('pre').allTextContents()).map((text) => JSON.parse(text));
      expect(sent).toMatchObject({ event_type: 'order_created', svc_click_id: clickId, value: 89 });
      const attribution = { campaign: 'spring_sale', ad_group: 'running_shoes', ad_id: 'ad_42' };
      expect(answered).toMatchObject({ accepted: true, matched: true, duplicate: false, ...attribution });
      expect(await page.content()).not.toContain(demo.secret_key);

      await page.getByRole('link', { name: 'See what was attributed' }).click();
      const row = page.getByRole('row').filter({ hasText: 'spring_sale' });
      await row.waitFor();
      const before = await page.locator('#report').textContent();
      expect(before).toContain('$89.00 earned by ads, 1 conversion');
      expect(await row.getByRole('cell').allTextContents()).toEqual([...Object.values(attribution), 'order_created', '1', '$89.00']);

      await page.getByRole('button', { name: 'Send the same order again' }).click();
      await page.getByText('duplicate: true').waitFor();
      expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toEqual({
        ...answered,
        duplicate: true,
      });
      expect(await page.locator('#report').textContent()).toBe(before);

      const [cookie] = await page.context().cookies(shop);
      expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toMatchObject({
        sid: clickId,
        renewed: expect.any(Number),
      });
      expect(complaints).toEqual([]);
    });
    await host.end('SIGTERM');
    expect(host.output.stderr).toBe('');
    await expect(fetch(shop)).rejects.toThrow();
  });
});

describe('a demo shop', () => {
  const settings = {
    api: 'http://127.0.0.1:9',
    docs: 'http://127.0.0.1:9/docs',
    publicKey: 'pk_live_x',
    secretKey: 'sk_live_x',
    accessToken: async () => 'token',
    open: anyPort,
  };

  it('a demo shop takes another port when its own is taken', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const shop = await startDemoShop({ ...settings, open: siblingPort(port - 1, 'shop') });
    expect(new URL(shop.url).port).not.toBe(String(port));
    expect((await fetch(shop.url)).status).toBe(200);
    await shop.stop();
    other.close();
  });

  it('a demo shop says so when the service does not answer, when an order is unknown, and when no click came along', async () => {
    const shop = await startDemoShop(settings);
    const at = (path: string, init?: RequestInit) => fetch(shop.url + path.slice(1), init);
    expect((await at('/attributed')).status).toBe(502);
    expect((await at('/order?number=NW-1')).status).toBe(404);
    expect((await at('/nowhere')).status).toBe(404);
    expect((await at('//')).status).toBeGreaterThan(399);
    const order = await at('/checkout', { method: 'POST' });
    expect(await order.text()).toContain('nothing to report');
    await shop.stop();
  });
});
