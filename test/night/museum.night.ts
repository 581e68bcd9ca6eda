import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type MuseumFile, museumFiles, orderSources, spendSources } from '#test/museum/museum.ts';
import { runCommand } from '#test/packages/cli/run-command.ts';
import { newAccount } from './largest-inputs/account.ts';

const base = temporaryFolder();
const reports = museumFiles(...spendSources);
const exports = museumFiles(...orderSources);
let facts: Facts;
let browser: Browser;
beforeAll(async () => {
  const host = spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']);
  [facts, browser] = await Promise.all([host.ready(), launchBrowser()]);
});
afterAll(() => browser.close());

/** The command line has an option for each fact of the query. */
const optionsOf = (query: Record<string, string>) =>
  Object.entries(query).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);

function stored({ name, bytes }: MuseumFile): string {
  const file = join(base, `${name.replaceAll('/', '-')}.csv`);
  writeFileSync(file, bytes);
  return file;
}

async function commandAnswer(args: string[], token: string) {
  const { code, stdout } = await runCommand([...args, '--json'], {
    ...{ ADTRAIL_CONFIG_DIR: join(base, 'home'), ADTRAIL_BASE_URL: facts.api },
    ADTRAIL_ACCESS_TOKEN: token,
  });
  return { code, ...JSON.parse(stdout) };
}

type Detail = { detail?: { type: string }[] };

describe('the command line', () => {
  it.each(reports)('spend import reads $name as its expectation says', async (report) => {
    const { name, source, query, result } = report;
    const options = optionsOf({ network: source, account: name, ...query });
    const command = ['spend', 'import', stored(report), ...options, '--dry-run'];
    const answer = await commandAnswer(command, facts.demo.access_token);
    const { detail } = result as Detail;
    if (detail) expect(answer.problems).toMatchObject(detail.map(({ type }) => ({ code: type })));
    else expect(answer).toMatchObject({ code: 0, ...result });
  });

  let token = '';
  it.each(exports.map((file, at) => ({ ...file, at })))(
    'reconcile reads $name as its expectation says',
    async ({ at, ...file }) => {
      // An account has ten reconciliations a day.
      if (at % 10 === 0) token = (await newAccount(facts)).accessToken;
      const command = ['reconcile', stored(file), ...optionsOf(file.query)];
      expect(await commandAnswer(command, token)).toMatchObject(file.result);
    },
  );
});

const questions = new Set(['unclear_network', 'unknown_headings', 'no_currency', 'ambiguous_date']);
describe('the console', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    await page.goto(`${facts.api}/console/spend`);
    await page.getByRole('button', { name: 'Open the demo account' }).click();
  });

  /** A browser sends the file, and the page shows what the service answers. */
  it.each(reports)('reads $name as the service does', async (report) => {
    const { result } = report;
    await page.goto(`${facts.api}/console/spend`);
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.url().includes('/spend/imports?') && response.request().method() === 'POST',
      ),
      page.getByLabel('Reports of networks').setInputFiles(stored(report)),
    ]);
    const body = await answer.json();
    const types: string[] = (body.detail ?? []).map(({ type }: { type: string }) => type);
    // The page asks for a fact that the expectation has in its query.
    if (types.length > 0 && types.every((type) => questions.has(type))) return;
    const { detail } = result as Detail;
    // The browser turns a workbook into a CSV file before.
    const { warnings: _, ...figures } = result;
    if (detail) expect(body.detail).toMatchObject(detail);
    else expect(body).toMatchObject(figures);
  });
});

describe('the books of the console', () => {
  let page: Page;
  let token = '';
  beforeAll(async () => {
    page = await browser.newPage({ timezoneId: 'UTC' });
    await page.goto(`${facts.api}/console/books`);
    await page.getByRole('button', { name: 'Open the demo account' }).click();
    // An account has ten reconciliations a day, so the page's requests are of an account for each ten files.
    await page.route('**/api/v1/pixel/reconciliations**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
    );
  });

  it.each(exports.map((file, at) => ({ ...file, at })))('read $name as the service does', async (file) => {
    if (file.at % 10 === 0) token = (await newAccount(facts)).accessToken;
    await page.goto(`${facts.api}/console/books`);
    await page.getByLabel('Orders of your shop').setInputFiles(stored(file));
    const { currency } = file.query;
    if (currency) await page.getByLabel('Currency', { exact: true }).first().fill(currency);
    const [answer] = await Promise.all([
      page.waitForResponse(async (response) => {
        const isRead =
          response.request().method() === 'GET' && /reconciliations\/recon_\w+\?/.test(response.url());
        return isRead && ['completed', 'failed'].includes((await response.json()).status);
      }),
      page.getByRole('button', { name: 'Reconcile', exact: true }).click(),
    ]);
    expect(await answer.json()).toMatchObject(file.result);
  });
});
