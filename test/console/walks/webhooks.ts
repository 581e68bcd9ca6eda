import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { expectAccessible, loseAnswer } from '../walk.ts';

export function webhookWalks(site: Site) {
  const got: { body: string; headers: IncomingHttpHeaders }[] = [];
  const evil = '<img src=x onerror="alert(1)">';
  let status = 500;
  let server: Server;
  let hook: string;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString();
      got.push({ body, headers: request.headers });
      response.writeHead(status).end(evil);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    hook = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => void server?.close());

  it('adds an endpoint, shows its secret once, a failed delivery with its answer, and replays it', async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/webhooks');
      await page.getByText('No live endpoints yet').waitFor();
      await expectAccessible(page, 'webhooks');

      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
      await dialog.getByLabel('URL').fill('http://10.0.0.1/hook');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('An https URL of the public web').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel('URL').fill(hook);
      await dialog.getByRole('checkbox', { name: 'key.exposed' }).check();
      await expectAccessible(page, 'webhooks');
      await loseAnswer(page, '/api/v1/webhook-endpoints');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect.poll(() => complaints.splice(0), { timeout: 15_000 }).toEqual([expect.stringContaining('webhook-endpoints')]);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      const row = page.getByRole('row').filter({ hasText: hook });
      await row.first().getByText('enabled').waitFor();
      expect(await row.count(), 'endpoints after an answer that was lost and a second try').toBe(1);
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Send a test event' }).click();
      await until(() => got.length > 0, 20);
      await page.getByText('HTTP 500').waitFor();
      await page.getByText('Retrying').waitFor();
      await page.getByRole('cell', { name: /conversion\.attributed Test event/ }).waitFor();
      await row.getByText('failing').waitFor();
      await page.getByRole('button', { name: /^Details of evt_/ }).click();
      await dialog.getByRole('region', { name: 'Response body' }).getByText(evil).waitFor();
      await dialog.getByRole('region', { name: 'Payload', exact: true }).last().getByText('"test": true').waitFor();
      await expectAccessible(page, 'webhooks');
      status = 200;
      const before = got.length;
      await dialog.getByRole('button', { name: 'Replay' }).click();
      await until(() => got.length > before, 20);
      await dialog.getByRole('heading').getByText('Delivered', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: 'Undelivered only' }).click();
      await page.waitForURL(/undelivered=true/);
      await page.getByText('Everything was delivered').waitFor();
      for (const { body, headers } of got)
        expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
          test: true,
        });
      expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

      const act = async (name: string) => {
        await page.getByRole('button', { name: `Actions of ${hook}` }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Rotate the secret');
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      expect(await dialog.getByText(/^whsec_/).textContent()).not.toBe(secret);
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await act('Disable');
      await row.getByText('disabled').waitFor();
      expect(await page.getByRole('button', { name: 'Replay all undelivered' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: `Enable ${hook}` }).click();
      await row.getByText('enabled').waitFor();
      const seen = got.length;
      const [replay] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/replay')),
        page.getByRole('button', { name: 'Replay all undelivered' }).click(),
      ]);
      const daysAgo = (Date.now() - Date.parse(replay.postDataJSON().since)) / 86_400_000;
      expect(daysAgo, 'days that “Replay all undelivered” goes back').toBeCloseTo(30, 2);

      await page.setViewportSize({ width: 360, height: 800 });
      await page.waitForTimeout(300);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await expectAccessible(page, 'webhooks');
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(got).toHaveLength(seen);
      await page.route(/\/webhook-endpoints(\/\w+)?$/, async (route) => {
        const response = await route.fetch();
        await setTimeout(2500);
        await route.fulfill({ response });
      });
      status = 500;
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await act('Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No live endpoints yet').waitFor();
    });
  });
}
