import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { awayFromMidnight, midnightTimeoutMs } from '#test/kit/away-from-midnight.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { madeOnce } from '#test/kit/made-once.ts';
import { settled, until } from '#test/kit/until.ts';
import { type SpawnedHost, spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type Walker, walker } from './walk.ts';

export type Site = Walker & {
  readonly facts: Facts;
  openDemo(page: Page, path?: string): Promise<void>;
  read<T>(path: string): Promise<T>;
};

const start = (data: string, withHistory: boolean) => spawnHost(['--port', '0', '--data', data, '--json'], {}, { withHistory });

/** A copied history saves most of the CPU of a start. */
async function copyHistory(to: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const history = await madeOnce(`history-${today}`, async (data) => {
    const host = start(data, true);
    const { api, demo } = await host.ready();
    const extras = () => readFileSync(join(data, 'demo-extras.json'), 'utf8');
    await until(() => extras().includes('"added"'), 120);
    const headers = { authorization: `Bearer ${demo.access_token}` };
    const report = async () => await (await fetch(`${api}/api/v1/pixel/reports/performance`, { headers })).json();
    await settled(
      async () => ((await report()) as { rows?: unknown[] }).rows,
      (rows) => rows !== undefined,
    );
    await host.end('SIGTERM');
  });
  cpSync(history, to, { recursive: true });
}

export function openSite({ withHistory = false, withNewHistory = false }: { withHistory?: boolean; withNewHistory?: boolean } = {}): Site {
  const data = join(temporaryFolder(), 'data');
  let host: SpawnedHost;
  let facts: Facts;
  let browser: Browser;
  beforeAll(() => awayFromMidnight(), midnightTimeoutMs);
  beforeAll(async () => {
    // `npm test` has built the console; vitest alone and a mutation of the console have not.
    spawnSync(process.execPath, ['bin/console.ts', '--if-changed'], { stdio: 'inherit' });
    if (withHistory) await copyHistory(data);
    host = start(data, withHistory || withNewHistory);
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
      const answer = await until(async () => {
        const response = await fetch(`${facts.api}${path}`, { headers });
        return response.status === 503 ? null : response;
      });
      expect(answer.status, path).toBe(200);
      return (await answer.json()) as T;
    },
  };
}
