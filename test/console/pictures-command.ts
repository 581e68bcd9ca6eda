import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { commandLine } from '#lib/tools/command-line.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { until } from '#test/kit/until.ts';
import { reviewed } from './reviewed-pages.ts';

const usage = `npm run pictures [-- --review]

Takes pictures of the console's main pages with the demo data: docs/pictures/*.png.
  --review  takes every page instead, full, empty and failing, in three widths and both schemes: .local/pictures
`;
const isReview = commandLine(usage, { review: { type: 'boolean' } }).values.review ?? false;
const folder = isReview ? '.local/pictures' : 'docs/pictures';
const data = mkdtempSync(join(tmpdir(), 'adtrail-pictures-'));
const host = spawn(process.execPath, ['bin/dev.ts', '--port', '0', '--data', data, '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await launchBrowser();
try {
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const facts = JSON.parse(line) as Facts;
  if (isReview) {
    rmSync(folder, { recursive: true, force: true });
    await reviewed(browser, facts, written);
  } else await shown(browser, facts);
} finally {
  await browser.close();
  host.kill('SIGTERM');
  await once(host, 'close');
  rmSync(data, { recursive: true, force: true });
}

async function written(page: Page, name: string, fullPage = true) {
  const path = join(folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage });
  process.stdout.write(`${path}\n`);
}

async function shown(browser: Browser, { console: address }: Facts) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Open the demo account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.waitForTimeout(12_000);
  const take = async (name: string, path: string, ready: (page: Page) => Promise<unknown>) => {
    await page.goto(`${address}${path}`);
    await ready(page);
    await page.waitForTimeout(800);
    await written(page, name, false);
  };
  await page.setViewportSize({ width: 1440, height: 1360 });
  await take('performance', '/performance?period=14d&currency=USD', async () => {
    await page.locator('.recharts-area-curve:visible').first().waitFor();
    await page
      .getByRole('region', { name: 'Table of campaigns' })
      .getByText(/^\d+\.\d\d×$/)
      .first()
      .waitFor();
  });
  await page.setViewportSize({ width: 1440, height: 1000 });
  await take('overview', '', () => page.locator('.recharts-area-curve:visible').first().waitFor());
  await take('events', '/events', async () => {
    await page
      .getByRole('row')
      .filter({ has: page.getByText('Attributed', { exact: true }) })
      .first()
      .getByRole('button')
      .first()
      .click();
    await page.getByText('Counts on').waitFor();
  });
  await take('funnel', '/funnel?period=30d', () => page.getByRole('region', { name: 'Findings' }).waitFor());
  await take('competitors', '/competitors', async () => {
    await page.getByRole('tab', { name: 'Their ads' }).click();
    const first = "[...document.querySelectorAll('main article')].slice(0, 8)";
    const isDrawn = `${first}.length === 8 && ${first}.every((ad) => ad.querySelector('img')?.naturalWidth > 0)`;
    await until(() => page.evaluate<boolean>(isDrawn), 60);
    await page.getByRole('tab', { name: 'Their ads' }).scrollIntoViewIfNeeded();
  });
}
