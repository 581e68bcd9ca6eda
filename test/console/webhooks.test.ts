import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import type { Facts } from '#lib/local/host.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { type SpawnedHost, spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { until } from '#test/local/until.ts';

const data = join(temporaryFolder(), 'data');
const got: { body: string; headers: IncomingHttpHeaders }[] = [];
/** The customer's server; its answers are texts that a page must not run. */
const evil = '<img src=x onerror="alert(1)">';
let status = 500;
let server: Server;
let hook: string;
let host: SpawnedHost;
let facts: Facts;
let browser: Browser;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    got.push({ body, headers: request.headers });
    response.writeHead(status).end(evil);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  hook = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
  host = spawnHost(['--port', '0', '--data', data, '--json']);
  [facts, browser] = await Promise.all([host.ready(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await host?.end('SIGTERM');
  server?.close();
});

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
}

it('adds an endpoint, shows its secret once, a failed delivery with its answer, and replays it', async () => {
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, locale: 'en-US', timezoneId: 'UTC' },
    reducedMotion: 'reduce',
  } as const);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(`${facts.api}/console/webhooks`);
  await page.getByRole('button', { name: 'Open the demo account' }).click();
  await page.getByText('No live endpoints yet').waitFor();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('An https URL of the public web').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByLabel('URL').fill(hook);
  await dialog.getByRole('checkbox', { name: 'key.exposed' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('row').filter({ hasText: hook });
  await row.getByText('enabled').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send a test event' }).click();
  await until(() => got.length > 0, 20);
  await page.reload();
  await page.getByText('HTTP 500').waitFor();
  await row.getByText('failing').waitFor();
  await page.getByRole('button', { name: /^Details of evt_/ }).click();
  await dialog.getByRole('region', { name: 'Body of the answer' }).getByText(evil).waitFor();
  await dialog
    .getByRole('region', { name: 'Payload', exact: true })
    .last()
    .getByText('"test": true')
    .waitFor();
  await expectAccessible(page);
  status = 200;
  const before = got.length;
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await until(() => got.length > before, 20);
  await page.reload();
  await page.getByRole('row').getByText('delivered').waitFor();
  await page.getByRole('switch', { name: 'Undelivered only' }).click();
  await page.waitForURL(/undelivered=true/);
  await page.getByText('Everything was delivered').waitFor();
  for (const { body, headers } of got)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ test: true });
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
  await page.getByRole('button', { name: 'Replay all undelivered' }).click();

  await page.setViewportSize({ width: 360, height: 800 });
  await page.waitForTimeout(300);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Nothing was undelivered.
  expect(got).toHaveLength(seen);
  await act('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No live endpoints yet').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 90_000);
