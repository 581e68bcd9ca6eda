import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { museumFiles, spendSources } from '#test/museum/museum.ts';
import { runCommand } from '#test/packages/cli/run-command.ts';

const base = temporaryFolder();
let facts: Facts;
beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
});

/** The command line has an option for each fact of the query. */
const optionsOf = (query: Record<string, string>) =>
  Object.entries(query).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);

type Detail = { detail?: { type: string }[] };

it.each(museumFiles(...spendSources))(
  'adtrail spend import reads $name as its expectation says',
  async ({ name, source, query, result, bytes }) => {
    const file = join(base, `${name.replaceAll('/', '-')}.csv`);
    writeFileSync(file, bytes);
    const options = optionsOf({ network: source, account: name, ...query });
    const { code, stdout } = await runCommand(['spend', 'import', file, ...options, '--dry-run', '--json'], {
      ...{ ADTRAIL_CONFIG_DIR: join(base, 'home'), ADTRAIL_BASE_URL: facts.api },
      ADTRAIL_ACCESS_TOKEN: facts.demo.access_token,
    });
    const answer = JSON.parse(stdout);
    const { detail } = result as Detail;
    if (detail) expect(answer.problems).toMatchObject(detail.map(({ type }) => ({ code: type })));
    else expect({ code, ...answer }).toMatchObject({ code: 0, ...result });
  },
);
