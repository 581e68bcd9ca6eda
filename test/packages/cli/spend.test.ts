// Slow: it starts processes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { awayFromMidnight, midnightTimeoutMs } from '#test/kit/away-from-midnight.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const base = temporaryFolder();
let facts: Facts;
beforeAll(() => awayFromMidnight(), midnightTimeoutMs);
beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
});

const tokenOf = () => ({ ADTRAIL_ACCESS_TOKEN: facts.demo.access_token });
const keyOf = () => ({ ADTRAIL_SECRET_KEY: facts.demo.secret_key });
const adtrail = (args: string[], credentials: Record<string, string> = tokenOf(), input = '') =>
  runCommand(args, { ADTRAIL_CONFIG_DIR: join(base, 'home'), ADTRAIL_BASE_URL: facts.api, ...credentials }, input);
const fileOf = (name: string, content: string | Buffer) => {
  const file = join(base, name);
  writeFileSync(file, content);
  return file;
};
const google = (...rows: string[]) => `Day,Campaign ID,Campaign,Currency code,Cost,Clicks\n${rows.join('\n')}\n`;

it('adtrail traffic shows clicks of people and of bots, by rule, and has a file', async () => {
  const click = async (agent: string) => {
    const body = JSON.stringify({ key: facts.demo.public_key, url: 'https://shop.example/?utm_medium=cpc' });
    const headers = { 'content-type': 'application/json', 'user-agent': agent };
    return (await fetch(`${facts.api}/api/v1/pixel/sessions`, { method: 'POST', headers, body })).status;
  };
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
  for (const agent of [safari, 'Googlebot/2.1']) expect(await click(agent)).toBe(201);
  await expect.poll(async () => (await adtrail(['traffic'])).stdout).toMatch(/^all +2 +0 +0\.00 %$/m);
  const { stdout } = await adtrail(['traffic']);
  expect(stdout).toMatch(/^of people +1 +0 +0\.00 %$/m);
  expect(stdout).toMatch(/^bot +bot_user_agent +1$/m);
  const file = join(base, 'traffic.csv');
  expect(await adtrail(['traffic', '--csv', file])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('paid_other,bot,bot_user_agent,1');
});

describe('adtrail spend', () => {
  it('imports a report, shows it day by day, lists it, and undoes it', async () => {
    const file = fileOf('a.csv', google('2025-11-01,7,Brand,USD,"1,010.50",20', '2025-11-02,7,Brand,USD,5.25,--'));
    const command = ['spend', 'import', file, '--network', 'google_ads', '--account', 'cli'];
    expect(await adtrail([...command, '--dry-run'])).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'Dry run: 2 rows of 2 days (2025-11-01 to 2025-11-02). It would be: 2 added, 0 changed, 0 removed. Spend: 0.00 USD before, 1015.75 USD after.\n',
    });
    const done = await adtrail([...command, '--json']);
    const { import_id: id, ...figures } = JSON.parse(done.stdout);
    expect(figures).toMatchObject({ status: 'completed', rows: 2, added: 2, spend_after: '1015.75' });
    const period = ['--from', '2025-11-01', '--to', '2025-11-02'];
    expect((await adtrail(['performance', '--by', 'pixel_key', ...period])).stdout).toContain(
      'Left out: 1015.75 USD of spend on no named pixel.',
    );
    const again = await adtrail(command);
    expect([again.code, again.stdout]).toEqual([0, `Unchanged: 2 rows of 2 days (2025-11-01 to 2025-11-02) counted already, ${id}.\n`]);
    expect((await adtrail(['spend', 'list'])).stdout).toMatch(
      new RegExp(`^${id} .* completed +google_ads +cli +2025-11-01 +2025-11-02 +2 +0\\.00 +1015\\.75$`, 'm'),
    );
    expect((await adtrail(['spend', 'show', id])).stdout).toMatch(/^2025-11-01 +1 +0 +0 +0\.00 +1010\.50/m);
    expect(await adtrail(['spend', 'undo', id])).toMatchObject({
      code: 0,
      stdout: `Undone: ${id}. 2025-11-01 to 2025-11-02 are as they were before.\n`,
    });
    const { imports } = JSON.parse((await adtrail(['spend', 'list', '--json'])).stdout);
    expect(imports[0]).toMatchObject({ import_id: id, status: 'undone' });
  });

  it('with a secret key imports into the environment of the key', async () => {
    const file = fileOf('key.csv', google('2025-11-03,7,Brand,USD,5,1'));
    const command = ['spend', 'import', file, '--network', 'google_ads', '--account', 'key', '--json'];
    const { code, stdout } = await adtrail(command, keyOf());
    expect(code).toBe(0);
    const { import_id: id } = JSON.parse(stdout);
    expect((await adtrail(['spend', 'show', id], keyOf())).stdout).toContain(id);
    expect(await adtrail([...command, '--test'], keyOf())).toMatchObject({ code: 1, stdout: '' });
  });

  it('takes the headings of any file, stdin, and JSON with the digits of the file', async () => {
    const shows = ['spend', 'import', '-', '--network', 'podcast', '--currency', 'EUR', '--test', '--json'];
    const columns = ['day=Date', 'campaign=Show', 'spend=Price'].flatMap((pair) => ['--column', pair]);
    const csv = await adtrail([...shows, ...columns], tokenOf(), 'Date,Show,Price\n2025-11-01,Morning,3\n');
    expect(JSON.parse(csv.stdout)).toMatchObject({ added: 1, spend_after: '3.00' });
    const json = '{"rows":[{"day":"2025-11-02","campaign":"Morning","spend":12345678.123456789}]}';
    const exact = await adtrail(shows, tokenOf(), json);
    expect(JSON.parse(exact.stdout)).toMatchObject({ added: 1, spend_after: '12345678.123456789' });
  });

  it('prints every problem by its line, exits with 1, and imports nothing', async () => {
    const file = fileOf('bad.csv', google('2025-11-01,7,Brand,USD,-1,2', '2999-01-01,7,Brand,USD,1,x'));
    const command = ['spend', 'import', file, '--network', 'google_ads', '--account', 'bad'];
    const { code, stdout, stderr } = await adtrail(command);
    expect(code).toBe(1);
    const [negative, future, clicks, ...rest] = stdout.split('\n');
    expect(negative).toBe('line 2, spend: Must not be negative');
    expect(future).toMatch(/^line 3, day: Later than today \(/);
    expect([clicks, rest]).toEqual(['line 3, clicks: A whole number expected', ['']]);
    expect(stderr).toMatch(/^The import has 3 problems\. Nothing was imported\. \(request [^)]*\)\n$/);
    const json = await adtrail([...command, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      problem_count: 3,
      problems: [{ line: 2, row: null, field: 'spend', code: 'negative' }, { line: 3 }, { line: 3 }],
    });
    expect(JSON.parse(json.stderr).error).toMatchObject({ code: 'spend_refused' });
    const wrong = await adtrail([...command, '--mode', 'all', '--time-zone', 'Mars/Phobos']);
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringMatching(/^time_zone: .*\nmode: /)]);
  });

  it('sends a file above 5 MB by an upload, waits for its days, and prints its problems by line', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => {
      const day = new Date(Date.parse('2025-06-01') + (at % 50) * 86_400_000).toISOString().slice(0, 10);
      return `${day},${at},${'A campaign with a long name of its own '.repeat(3)}${at},USD,0.01,1`;
    });
    const utf16 = (text: string) => Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le');
    const file = fileOf('large.csv', utf16(google(...rows)));
    const command = ['spend', 'import', file, '--network', 'google_ads', '--account', 'large'];
    const done = await adtrail(command);
    expect(done.stderr).toMatch(/^Uploading \d\.\d MB\.\n(\d+ % of the days are visible\.\n)+$/);
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Imported 20000 rows of 50 days \(2025-06-01 to 2025-07-20\), spend_\w+\.\n20000 added, .* 200\.00 USD after\.\n$/,
      ),
    });
    expect(await adtrail([...command, '--dry-run'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'A dry run takes at most 5 MB.\n',
    });
    fileOf('large.csv', utf16(google(...rows, '2025-06-01,1,x,USD,-1,1')));
    const refused = await adtrail(command);
    expect([refused.code, refused.stdout]).toEqual([1, 'line 20002, spend: Must not be negative\n']);
  });

  it('says which argument is wrong or missing, before it sends anything', async () => {
    const file = fileOf('x.csv', google());
    for (const [args, message] of [
      [[file], /^--network is missing/],
      [[join(base, 'none.csv'), '--network', 'meta'], /none\.csv cannot be read\.\n$/],
      [[file, '--network', 'meta', '--column', 'spend'], /^--column spend: FIELD=HEADING expected/],
      [[], /^<file> is missing/],
    ] as const) {
      const { code, stderr } = await adtrail(['spend', 'import', ...args], {});
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    expect((await adtrail(['spend', 'list'], {})).code).toBe(3);
    const away = { ...tokenOf(), ADTRAIL_BASE_URL: 'http://127.0.0.1:9' };
    expect((await adtrail(['spend', 'undo', 'spend_x'], tokenOf())).code).toBe(1);
    expect((await adtrail(['spend', 'list'], away)).code).toBe(4);
  });
});
