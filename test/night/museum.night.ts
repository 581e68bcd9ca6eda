import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { openSite } from '#test/console/site.ts';
import { loaded } from '#test/console/walk.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type MuseumFile, museumFiles, orderSources, spendSources } from '#test/museum/museum.ts';
import { runCommand } from '#test/packages/cli/run-command.ts';
import { newAccount } from './largest-inputs/account.ts';

const base = temporaryFolder();
const reports = museumFiles(...spendSources);
const exports = museumFiles(...orderSources);
let facts: Facts;
beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
});

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
    ADTRAIL_CONFIG_DIR: join(base, 'home'),
    ADTRAIL_BASE_URL: facts.api,
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
  it.each(exports.map((file, at) => ({ ...file, at })))('reconcile reads $name as its expectation says', async ({ at, ...file }) => {
    // An account has ten reconciliations a day.
    if (at % 10 === 0) token = (await newAccount(facts)).accessToken;
    const command = ['reconcile', stored(file), ...optionsOf(file.query)];
    expect(await commandAnswer(command, token)).toMatchObject(file.result);
  });
});

describe('the console', () => {
  const site = openSite();
  const typed: Record<string, string> = { currency: 'Currency', time_zone: 'Time zone of the ad account' };

  /** The card asks again after each change, and its last answer counts. */
  async function lastAnswer(page: Page, { name, source, query, bytes, result }: MuseumFile): Promise<void> {
    let [last, pending] = [undefined as unknown, 0];
    const isDryRun = (request: Request) => request.method() === 'POST' && request.url().includes('/spend/imports?');
    const noteRequest = (request: Request) => {
      if (isDryRun(request)) pending++;
    };
    const noteEnd = async (request: Request) => {
      if (!isDryRun(request)) return;
      const response = await request.response().catch(() => null);
      last = await response?.json().catch(() => last);
      pending--;
    };
    page.on('request', noteRequest).on('requestfinished', noteEnd).on('requestfailed', noteEnd);
    // A workbook is a ZIP archive.
    const file = `${name.replaceAll('/', '-')}.${bytes[0] === 0x50 && bytes[1] === 0x4b ? 'xlsx' : 'csv'}`;
    const dropped = page.getByLabel('Reports of networks');
    await dropped.setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(bytes) });
    const card = page.getByRole('region', { name: file, exact: true });
    await card.waitFor();
    const { network = source, date_format, ...more } = query;
    await card.getByRole('combobox', { name: 'Network', exact: true }).selectOption(network);
    const account = card.getByLabel('Ad account', { exact: true });
    await account.fill(name);
    await account.press('Enter');
    if (date_format) await card.getByRole('combobox', { name: 'Dates', exact: true }).selectOption(date_format);
    for (const [field, value] of Object.entries(more)) {
      const input = card.getByLabel(typed[field] ?? field, { exact: true });
      await input.fill(value);
      await input.press('Enter');
    }
    const { detail } = result as Detail;
    const expected = detail ? { detail: detail.map(({ type }) => ({ type })) } : result;
    await expect.poll(() => ({ pending, last }), { message: name, timeout: 20_000 }).toMatchObject({ pending: 0, last: expected });
    page.off('request', noteRequest).off('requestfinished', noteEnd).off('requestfailed', noteEnd);
    await card.getByRole('button', { name: 'Leave it out' }).click();
    await card.waitFor({ state: 'detached' });
  }

  /** An account has 120 parsed files an hour, and the card reads a file again after each fact. */
  const filesOfAccount = 25;
  const chunks = Array.from({ length: Math.ceil(reports.length / filesOfAccount) }, (_, at) =>
    reports.slice(at * filesOfAccount, (at + 1) * filesOfAccount),
  );

  it.each(chunks.map((some) => ({ from: some[0]?.name, to: some.at(-1)?.name, some })))(
    'the page of spend reads $from to $to as their expectations say',
    async ({ some }) => {
      const { person } = await newAccount(site.facts);
      const differing: string[] = [];
      await site.walk(async ({ page, complaints }) => {
        page.setDefaultTimeout(20_000);
        await page.goto(`${site.facts.console}/sign-in?next=/spend`);
        await page.getByLabel('E-mail').fill(person.email);
        await page.locator('input[type=password]').fill(person.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await loaded(page, 'Spend');
        for (const report of some)
          await lastAnswer(page, report).catch(async (error: Error) => {
            differing.push(`${report.name}: ${error.message}`);
            await page.reload();
            await loaded(page, 'Spend');
          });
        expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([]);
      });
      expect(differing).toEqual([]);
    },
  );
});
