import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '#packages/cli/src/commands.ts';
import { version } from '#packages/cli/src/version.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'adtrail-run-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllGlobals());
const run = (...args: string[]) =>
  runCommand(args, { ADTRAIL_CONFIG_DIR: folder, ADTRAIL_ACCESS_TOKEN: 't' });

const listedIn = (text: string) => {
  const [, list = ''] = /\nCommands\n(.*?)\n\n/s.exec(text) ?? [];
  return list.split('\n').map((line) => line.trim());
};
const all = commands.map(({ name }) => name);

it.each([
  [[], all],
  [['--help'], all],
  [['help'], all],
  [['keys', '--help'], all.filter((name) => name.startsWith('keys '))],
  [['spend', '-h'], all.filter((name) => name.startsWith('spend '))],
])('adtrail %j lists its commands', async (args, names) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, '']);
  const lines = listedIn(stdout);
  expect(lines).toHaveLength(names.length);
  for (const [at, name] of names.entries()) expect(lines[at]?.startsWith(name)).toBe(true);
});

it.each(all)('adtrail %s has a help with every option', async (name) => {
  const { code, stdout } = await run(...name.split(' '), '--help');
  expect(code).toBe(0);
  const { options = {} } = commands.find((one) => one.name === name) ?? {};
  for (const option of [...Object.keys(options), 'json', 'base-url', 'profile', 'help', 'version'])
    expect(stdout).toContain(`--${option}`);
  expect(stdout).toContain(`Usage: adtrail ${name}`);
});

it.each([[['--version']], [['-v']], [['keys', 'list', '--version']], [['keys', 'list', '-v']]])(
  'adtrail %j prints the version',
  async (args) => {
    expect(await run(...args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  },
);

it.each([
  [['keyss'], 'Unknown command: keyss. Did you mean keys list?'],
  [
    ['keys', 'lst'],
    'Unknown command: keys lst. There are: keys list, keys create, keys rotate, keys revoke.',
  ],
  [['xyzzyx', 'plugh'], 'Unknown command: xyzzyx plugh. `adtrail --help` lists all.'],
  [['keys', 'revoke'], '<id> is missing. `adtrail keys revoke --help` shows how.'],
  [['keys', 'list', 'extra'], 'Unexpected argument: extra.'],
  [['events', 'show', 'a', 'b'], 'Unexpected argument: b.'],
  [['credits', '--limt', '3'], 'Did you mean --limit?'],
  [['credits', '--nothing-of-the-kind'], '`adtrail credits --help` lists the options.'],
])('adtrail %j is wrong usage: %s', async (args, message) => {
  const text = await run(...args);
  expect([text.code, text.stdout]).toEqual([2, '']);
  expect(text.stderr).toContain(message);
  const json = await run(...args, '--json');
  expect(JSON.parse(json.stderr).error).toEqual({
    ...{ code: 'usage', message: expect.stringContaining(message.split('`')[0]?.trim() ?? '') },
  });
});

it('a refusal is one line with the ID of the request, or JSON with it', async () => {
  const body = { detail: 'No\nsuch thing.', code: 'not_found', request_id: 'r1' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 404 }));
  expect(await run('credits')).toEqual({
    ...{ code: 1, stdout: '', stderr: expect.stringMatching(/^No.*such thing\. \(request r1\)\n$/) },
  });
  const { stderr } = await run('credits', '--json');
  expect(JSON.parse(stderr)).toEqual({
    error: { code: 'not_found', message: 'No\nsuch thing.', request_id: 'r1' },
  });
});

it('a fault of the program is internal, and has no request', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const { code, stderr } = await run('credits', '--json');
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'internal']);
});
