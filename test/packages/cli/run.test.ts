import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '#packages/cli/src/commands.ts';
import { version } from '#packages/cli/src/version.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'adtrail-run-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllGlobals());
const run = (...args: string[]) => runCommand(args, { ADTRAIL_CONFIG_DIR: folder, ADTRAIL_ACCESS_TOKEN: 't' });

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
  for (const option of [...Object.keys(options), 'json', 'base-url', 'profile', 'help', 'version']) expect(stdout).toContain(`--${option}`);
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
  [['keys', 'lst'], 'Unknown command: keys lst. There are: keys list, keys create, keys rotate, keys revoke.'],
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
    code: 'usage',
    message: expect.stringContaining(message.split('`')[0]?.trim() ?? ''),
  });
});

it('a refusal is one line with the ID of the request, or JSON with it', async () => {
  const body = { detail: 'No\nsuch thing.', code: 'not_found', request_id: 'r1' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 404 }));
  expect(await run('credits')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No.*such thing\. \(request r1\)\n$/),
  });
  const { stderr } = await run('credits', '--json');
  expect(JSON.parse(stderr)).toEqual({
    error: { code: 'not_found', message: 'No\nsuch thing.', request_id: 'r1' },
  });
});

it('a fault of the program is internal, and has no request', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const { code, stderr } = await run('credits', '--json');
  expect([code, JSON.parse(stderr).error]).toEqual([1, { code: 'internal', message: expect.stringContaining('was not understood') }]);
});

const served = all.filter((name) => !/^(login|logout|status|profiles|completion|mcp|check|listen|send|help|version)$/.test(name));
const argumentsOf: Record<string, string[]> = {
  refund: ['10017', '--net', '1'],
  'spend import': ['packages/cli/package.json', '--network', 'meta'],
  reconcile: ['packages/cli/LICENSE'],
  'months reopen': ['2026-10', '--reason', 'A refund was missing'],
};
it.each(served)('adtrail %s says that a page of a proxy is no answer', async (name) => {
  vi.stubGlobal('fetch', async () => new Response('<html>Sign in</html>'));
  const { args } = commands.find((one) => one.name === name) ?? {};
  const given = argumentsOf[name] ?? (args?.startsWith('<') ? ['x'] : []);
  const env = { ADTRAIL_CONFIG_DIR: folder, ADTRAIL_ACCESS_TOKEN: 't', ADTRAIL_SECRET_KEY: 'sk_test_a' };
  const { code, stdout, stderr } = await runCommand([...name.split(' '), ...given], env);
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toContain('the response is not one of adtrail');
});

it.each([
  ['lost', 404, 0],
  ['lost', 200, 0],
  [503, 404, 0],
  [429, 404, 1],
  [404, 404, 1],
])('webhooks delete that is answered with %s and then %i exits with %i', async (first, then, exit) => {
  const answers = [first, then];
  vi.stubGlobal('fetch', async () => {
    const status = answers.shift();
    if (status === 'lost') throw new TypeError('fetch failed');
    return Response.json({ detail: 'Not found.' }, { status: Number(status) });
  });
  const { code, stdout, stderr } = await run('webhooks', 'delete', 'whe_1');
  expect([code, stdout, stderr]).toEqual(exit === 0 ? [0, 'Deleted: whe_1.\n', ''] : [1, '', 'Not found.\n']);
});

it.each([
  [' 555 ', 'order_created%3A555'],
  ['', null],
  [' ', null],
  ['undefined', null],
])('refund of the order "%s" is of the event %s', async (orderId, event) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.pathname);
    return Response.json({ value: '2.00', currency: 'EUR', net_value: '1.00' });
  });
  expect((await run('refund', orderId, '--net', '1')).code).toBe(event ? 0 : 2);
  expect(asked).toEqual(event ? [`/api/v1/pixel/events/${event}/adjustment`] : []);
});

it.each(['<html>Sign in</html>', '{}'])('login stores no token of the page "%s"', async (page) => {
  vi.stubGlobal('fetch', async () => new Response(page));
  const env = { ADTRAIL_CONFIG_DIR: join(folder, 'login') };
  const args = ['login', '--email', 'a@b.example', '--password-stdin', '--base-url', 'https://a.example'];
  const { code, stderr } = await runCommand(args, env, 'password');
  expect([code, stderr]).toEqual([4, expect.stringContaining('not one of adtrail')]);
  expect(existsSync(join(folder, 'login'))).toBe(false);
});

it.each([
  ['keys', 'create'],
  ['keys', 'rotate', 'key_1'],
  ['webhooks', 'create', 'https://shop.example/hook'],
  ['webhooks', 'rotate-secret', 'whe_1'],
])('adtrail %s %s repeats a lost request with its idempotency key, and the next has another', async (...args) => {
  const keys: (string | undefined)[] = [];
  const answers = [null, {}, {}];
  vi.stubGlobal('fetch', async (_: URL, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    if (!answers.shift()) throw new TypeError('fetch failed');
    return Response.json({ id: 'x', key: 'sk_test_x', secret: 'whsec_x', events: [] });
  });
  expect([(await run(...args)).code, (await run(...args)).code]).toEqual([0, 0]);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0], expect.stringMatching(/./)]);
  expect(keys[2]).not.toBe(keys[0]);
});
