import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { awayFromMidnight, midnightTimeoutMs } from '#test/kit/away-from-midnight.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { type SpawnedHost, spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type Walker, walker } from './walk.ts';

export type Site = Walker & {
  readonly facts: Facts;
  openDemo(page: Page, path?: string): Promise<void>;
  read<T>(path: string): Promise<T>;
};

export function openSite(options: { withHistory?: boolean } = {}): Site {
  const data = join(temporaryFolder(), 'data');
  let host: SpawnedHost;
  let facts: Facts;
  let browser: Browser;
  beforeAll(() => awayFromMidnight(), midnightTimeoutMs);
  beforeAll(async () => {
    // `npm test` has built the console; vitest alone and a mutation of the console have not.
    spawnSync(process.execPath, ['bin/console.ts', '--if-changed'], { stdio: 'inherit' });
    host = spawnHost(['--port', '0', '--data', data, '--json'], {}, options);
    [facts, browser] = await Promise.all([host.ready(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.end('SIGTERM');
  });
  return {
    get facts() {
      return facts;
    },
    ...walker(
      () => browser,
      () => facts.api,
    ),
    async openDemo(page, path = '/console') {
      await page.goto(facts.api + path);
      await page.getByRole('button', { name: 'Open the demo account' }).click();
    },
    async read<T>(path: string) {
      const headers = { authorization: `Bearer ${facts.demo.access_token}` };
      return (await (await fetch(`${facts.api}${path}`, { headers })).json()) as T;
    },
  };
}
