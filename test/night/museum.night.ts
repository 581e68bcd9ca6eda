import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
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
