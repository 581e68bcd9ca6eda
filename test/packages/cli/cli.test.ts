// Slow: it starts processes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { shells } from '#packages/cli/src/completion.ts';
import { version } from '#packages/cli/src/version.ts';
import { atNight, describeAtNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { blocksOf, packed, project, runProgram } from '../install.ts';
import { describeMcp } from './mcp.ts';
import { runCommand } from './run-command.ts';

const base = temporaryFolder();
let facts: Facts;
let folder: string;
let files: string[];
let size: number;
let homes = 0;

beforeAll(async () => {
  const pack = await packed('cli', base);
  files = pack.files;
  size = statSync(pack.file).size;
  folder = await project(base, [pack.file]);
  facts = await spawnHost(['--port', '0', '--data', join(folder, '.local'), '--json']).ready();
});

const hiddenMarks = /(?!\n)[\p{Cc}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

const program = () => join(folder, 'node_modules', '.bin', 'adtrail');
const newHome = () => join(base, `home-${++homes}`);
const plain = (home = newHome()) => ({ ADTRAIL_CONFIG_DIR: home, ADTRAIL_BASE_URL: facts.api });
const signedIn = (home = newHome()) => ({
  ...plain(home),
  ADTRAIL_ACCESS_TOKEN: facts.demo.access_token,
  ADTRAIL_SECRET_KEY: facts.demo.secret_key,
});
const installed = (args: string[], env: Record<string, string> = signedIn(), input = '') =>
  runProgram(program(), args, { cwd: folder, env, input });
const adtrail = (args: string[], env: Record<string, string> = signedIn(), input = '') => runCommand(args, env, input);
const json = async (args: string[], env?: Record<string, string>, input?: string) => {
  const { code, stdout, stderr } = await adtrail([...args, '--json'], env, input);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const statusOf = async (token: string) =>
  (await fetch(`${facts.api}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

it('is one program without dependencies', () => {
  const names = files.map((file) => file.replace(/-\w{8}\.js$/, '.js'));
  expect(new Set(names)).toEqual(
    new Set([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/adtrail.js',
      'dist/ad-parameters.js',
      'dist/chunk.js',
      'dist/page-pixels.js',
      'dist/serve.js',
      'dist/site-findings.js',
      'package.json',
    ]),
  );
  expect(size).toBeLessThan(204_000);
  const manifest = JSON.parse(readFileSync('packages/cli/package.json', 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.version).toBe(version);
  expect(readFileSync('packages/cli/CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`);
});

it('has help for itself and for every command', async () => {
  const { stdout } = await adtrail(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: [<[].*?[>\]])? {2}/gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(14);
  for (const name of names) {
    const help = await adtrail([...name.split(' '), '--help']);
    expect([name, help.code, help.stderr]).toEqual([name, 0, '']);
    expect(help.stdout).toContain(`Usage: adtrail ${name}`);
  }
  const { stdout: page } = await adtrail(['--help']);
  expect(await installed(['--help'])).toEqual({ code: 0, stdout: page, stderr: '' });
  expect(await installed(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

it('ends with the exit code of the failure, with one sentence, and quietly when its reader does', async () => {
  const wrong = await installed(['reports']);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^Unknown command: reports\. Did you mean report\?[^\n]*\n$/);
  expect(await installed(['keys', 'list'], plain())).toMatchObject({ code: 3, stdout: '' });
  const script = `'${program()}' --help | head -1; exit "\${PIPESTATUS[0]}"`;
  expect(await runProgram('bash', ['-c', script], { cwd: folder, env: plain() })).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^adtrail <command>/),
  });
});

describe('login', () => {
  it('login stores a token that only its owner can read; logout ends its session and deletes it', async () => {
    const home = newHome();
    const args = ['login', '--email', facts.demo.email, '--password-stdin'];
    const { code, stdout, stderr } = await adtrail(args, plain(home), `${facts.demo.password}\n`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Signed in as ${facts.demo.email} at ${facts.api}.`);
    expect(stdout).not.toContain(facts.demo.password);
    const file = join(home, 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).not.toContain(facts.demo.password);
    const own = { ADTRAIL_CONFIG_DIR: home };
    expect(await json(['keys', 'list'], own)).toHaveProperty('keys');
    expect(await adtrail(['keys', 'list', '--base-url', 'http://127.0.0.1:9'], own)).toMatchObject({
      code: 3,
    });
    const { access_token } = JSON.parse(readFileSync(file, 'utf8'));
    expect(await statusOf(access_token)).toBe(200);
    expect(await json(['logout'], own)).toEqual({ signed_out: true, session_ended: true });
    expect(await statusOf(access_token)).toBe(401);
    expect(existsSync(file)).toBe(false);
    expect(await adtrail(['keys', 'list', '--base-url', facts.api], own)).toMatchObject({
      code: 3,
      stderr: 'Not signed in. Run `adtrail login`, or set ADTRAIL_ACCESS_TOKEN.\n',
    });
  });

  it('login leaves nothing behind when logout cannot reach the service, and says that the session is open', async () => {
    const home = newHome();
    mkdirSync(home);
    const file = join(home, 'config.json');
    const away = 'http://127.0.0.1:9';
    writeFileSync(file, JSON.stringify({ base_url: away, access_token: 'x' }));
    const own = { ADTRAIL_CONFIG_DIR: home };
    const { code, stdout } = await adtrail(['logout'], own);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${away} did not end the session`)]);
    expect(existsSync(file)).toBe(false);
    expect(await json(['logout'], own)).toEqual({ signed_out: true, session_ended: null });
  });

  it('login ends no session of the demo account, which others use as well', async () => {
    const home = newHome();
    const own = plain(home);
    expect(await adtrail(['login', '--demo', join(folder, '.local', 'demo.json')], own)).toMatchObject({
      code: 0,
    });
    expect(await json(['logout'], own)).toEqual({ signed_out: true, session_ended: null });
    expect(await statusOf(facts.demo.access_token)).toBe(200);
  });

  it('login refuses a wrong password', async () => {
    const args = ['login', '--email', facts.demo.email, '--password-stdin'];
    expect(await adtrail(args, plain(), 'wrong\n')).toMatchObject({ code: 3, stdout: '' });
  });

  it('login stores a secret key, and refuses a public one', async () => {
    const env = plain();
    expect(await adtrail(['login', '--secret-key-stdin'], env, facts.demo.public_key)).toMatchObject({
      code: 2,
    });
    expect(await adtrail(['login', '--secret-key-stdin'], env, `${facts.demo.secret_key}\n`)).toMatchObject({
      code: 0,
    });
    expect(await json(['send', 'order_created', '--id', 'order_created:stored-key'], env)).toMatchObject({
      accepted: true,
    });
  });

  it('login refreshes an old token', async () => {
    const home = newHome();
    await json(['login', '--demo', join(folder, '.local', 'demo.json')], plain(home));
    const file = join(home, 'config.json');
    const before = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...before, issued_at: new Date(Date.now() - 13 * 3_600_000).toISOString() }));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await json(['keys', 'list'], { ADTRAIL_CONFIG_DIR: home });
    const after = JSON.parse(readFileSync(file, 'utf8'));
    expect(after.access_token).not.toBe(before.access_token);
    expect(await json(['keys', 'list'], { ADTRAIL_CONFIG_DIR: home })).toHaveProperty('keys');
  });

  it('login says so when its file is broken', async () => {
    const home = newHome();
    mkdirSync(home);
    writeFileSync(join(home, 'config.json'), '{');
    const { code, stderr } = await adtrail(['report'], plain(home));
    expect([code, stderr]).toEqual([1, expect.stringContaining('Run `adtrail logout`')]);
    expect(await adtrail(['logout'], plain(home))).toMatchObject({ code: 0 });
    expect(existsSync(join(home, 'config.json'))).toBe(false);
  });
});

describe('events', () => {
  it('events are triggered with a click that earns them', async () => {
    const result = await json(['trigger', 'order_created', '--campaign', 'from cli']);
    expect(result).toMatchObject({
      matched: true,
      campaign: 'from cli',
      ad_group: 'cli',
      event_type: 'order_created',
    });
    expect(await json(['events', 'show', result.event_id])).toMatchObject({ value: '25.99', counted: true });
  });

  it('events are sent with their properties and an exact value, once', async () => {
    const args = ['send', 'order_created', '--id', 'order_created:c1', '--value', '1.10', '-p', 'size=42', '--user', 'u1'];
    expect(await json(args)).toMatchObject({ duplicate: false, reason: 'no_click_id' });
    expect(await json(args)).toMatchObject({ duplicate: true });
    expect(await json(['events', 'show', 'order_created:c1'])).toMatchObject({
      value: '1.10',
      properties: { size: '42' },
      has_external_user: true,
    });
  });

  it('events are sent from a file: a result per line, and exit code 1 if one is refused', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => ({
      event_type: 'order_created',
      event_id: `order_created:file-${index}`,
      value: index === 5 ? -1 : 1,
    }));
    writeFileSync(join(folder, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { code, stdout, stderr } = await adtrail(['send', '--file', join(folder, 'events.jsonl'), '--json']);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ event_id }) => event_id)).toEqual(lines.map(({ event_id }) => event_id));
    expect(results.filter(({ accepted }) => !accepted)).toEqual([results[5]]);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'validation_failed' } });
  });

  it('events are sent from a file with the digits of the file', async () => {
    const line =
      '{"event_type":"order_created","event_id":"order_created:digits","value":999999999999.1234567,"properties":{"order":9007199254740993}}';
    writeFileSync(join(folder, 'digits.jsonl'), `${line}\r\n[1]\n`);
    expect((await adtrail(['send', '--file', join(folder, 'digits.jsonl')])).stderr).toMatch(/^Line 2 is not a JSON object\./);
    writeFileSync(join(folder, 'digits.jsonl'), `${line}\r\n`);
    expect((await adtrail(['send', '--file', join(folder, 'digits.jsonl')])).code).toBe(0);
    const { stdout } = await adtrail(['events', 'show', 'order_created:digits']);
    expect(stdout).toContain('999999999999.1234567');
    const url = `${facts.api}/api/v1/pixel/events/order_created%3Adigits`;
    const headers = { authorization: `Bearer ${facts.demo.access_token}` };
    expect(await (await fetch(url, { headers })).text()).toContain('"order":9007199254740993');
  });

  it('events of a visitor move no terminal and hide nothing, in no command', async () => {
    const hostile = 'a\u001b]0;x\u0007\u001b[31m\u009b31m\u202eb\u200b\u2066\ufeffc\nd 👩‍🚀';
    const result = await json(['trigger', 'order_created', '--campaign', hostile]);
    expect(result.campaign).toContain('\u202e');
    const sent = ['send', 'order_created', '--id', result.event_id, '--click', result.session_id];
    const commands = [sent, ['events', 'show', result.event_id], ['events', 'list'], ['report']];
    for (const args of [['events', 'list'], ['report']]) await until(async () => (await adtrail(args)).stdout.includes('👩‍🚀'), 30);
    for (const args of [...commands, ...commands.map((one) => [...one, '--json'])]) {
      const { stdout, stderr } = await adtrail(args);
      expect([args, stdout.match(hiddenMarks) ?? [], stderr]).toEqual([args, [], '']);
      expect(stdout).toContain('👩‍🚀');
    }
    const { stdout } = await adtrail(['events', 'show', result.event_id, '--json']);
    expect(JSON.parse(stdout).campaign).toBe(result.campaign);
  });

  atNight('events are shown as they arrive, each once', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const listening = spawn(program(), ['listen', '--count', '4'], {
      env: { ...process.env, ...signedIn() },
    });
    const closed = once(listening, 'close');
    let [shown, notes] = ['', ''];
    listening.stdout.on('data', (chunk) => (shown += chunk));
    listening.stderr.on('data', (chunk) => (notes += chunk));
    await until(() => notes.includes('Listening'), 30);
    const ids = ['l1', 'l2', 'l3', 'l4'].map((id) => `order_created:${id}`);
    for (const id of ids.slice(0, 3)) await json(['send', 'order_created', '--id', id, '--value', '1']);
    await adtrail(['send', 'order_created', '--id', 'order_created:l4', '--value', '1', '--currency', 'EURO']);
    await closed;
    const lines = shown.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const id of ids) expect(lines.filter((line) => line.includes(`  ${id}  `))).toHaveLength(1);
    expect(lines.find((line) => line.includes('order_created:l4'))).toMatch(/ rejected .*currency/);
  });
});

it('creates, rotates and revokes keys, and lists them without their secrets', async () => {
  const created = await json(['keys', 'create', '--name', 'From the command line', '--test']);
  expect(created).toMatchObject({
    kind: 'secret',
    environment: 'test',
    key: expect.stringMatching(/^sk_test_/),
  });
  const rotated = await json(['keys', 'rotate', created.id, '--grace-seconds', '60']);
  expect(rotated.key).not.toBe(created.key);
  expect(await adtrail(['keys', 'revoke', created.id])).toMatchObject({ code: 0 });
  const { stdout } = await adtrail(['keys', 'list']);
  expect(stdout).toMatch(/From the command line/);
  expect(stdout).not.toContain(rotated.key);
});

it('makes a read-only key, which reads reports and nothing else', async () => {
  const args = ['keys', 'create', '--kind', 'read', '--test', '--expires-in-days', '7'];
  const { key, expires_at } = await json(args);
  expect(key).toMatch(/^rk_test_/);
  expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(7);
  const home = newHome();
  expect(await adtrail(['login', '--read-key-stdin'], plain(home), `${key}\n`)).toMatchObject({ code: 0 });
  const own = { ADTRAIL_CONFIG_DIR: home };
  expect(await json(['report', '--test'], own)).toMatchObject({ environment: 'test' });
  const csv = await installed(['funnel', '--test', '--csv', '-'], own);
  expect(csv.stdout).toMatch(/^step,count,rate_from_previous\r?\nsessions,/);
  expect(await adtrail(['keys', 'list'], own)).toMatchObject({ code: 3 });
  expect(await adtrail(['keys', 'create', '--kind', 'write'])).toMatchObject({ code: 2 });
  // Spreadsheets send the key in an address, and no log may contain it.
  const inAddress = async (path: string) =>
    (await fetch(`${facts.api}/api/v1/pixel/reports/${path}environment=test&format=csv&key=${key}`)).status;
  expect(await inAddress('conversions?')).toBe(200);
  expect(await inAddress('conversions?group_by=colour&')).toBe(422);
  expect(await inAddress('conversions?from=2020-01-01&to=2026-01-01&')).toBe(422);
  expect(await inAddress('none?')).toBe(404);
  const log = readFileSync(join(folder, '.local', 'service.log'), 'utf8');
  expect(log).toContain('reportConversions');
  expect(log).not.toContain(key.slice(8));
});

it('manages webhooks: creates, tests, shows the answer, disables and replays', async () => {
  const received: string[] = [];
  const agents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    agents.add(request.headers['user-agent']);
    response.writeHead(received.length === 1 ? 410 : 204).end();
  });
  const port = await listen(server, 0);
  try {
    const { id, secret } = await json(['webhooks', 'create', `http://localhost:${port}/hook`, '--event', 'credits.low']);
    expect(secret).toMatch(/^whsec_/);
    const sent = await json(['webhooks', 'test', id]);
    await until(async () => (await json(['webhooks', 'list'])).endpoints[0].status === 'disabled', 30);
    const { deliveries } = await json(['webhooks', 'deliveries', id, '--status', 'undelivered']);
    expect(deliveries).toMatchObject([{ event_id: sent.event_id, last_attempt: { status: 410 } }]);
    expect(await json(['webhooks', 'change', id, '--enable'])).toMatchObject({
      status: 'enabled',
      events: ['credits.low'],
    });
    await json(['webhooks', 'replay', id]);
    await until(() => received.length === 2, 30);
    expect(new Set(received)).toEqual(new Set([sent.event_id]));
    expect(agents).toEqual(new Set([`adtrail-webhooks/1.0 (+${facts.api})`]));
    expect((await json(['webhooks', 'rotate-secret', id])).secret).not.toBe(secret);
    expect(await adtrail(['webhooks', 'delete', id])).toMatchObject({ code: 0, stdout: `Deleted: ${id}.\n` });
  } finally {
    server.close();
  }
});

describe('an assistant', () => describeMcp(() => ({ facts, folder, program: program(), env: plain() })));

describe('a failure', () => {
  it.each([
    ['an unknown command', ['reports'], 2, /^Unknown command: reports\. Did you mean report\?/],
    ['a wrong first word', ['evnts', 'list'], 2, /^Unknown command: evnts list\. Did you mean events list\?/],
    ['a half command', ['keys', 'delete'], 2, /There are: keys list, keys create, keys rotate, keys revoke\./],
    ['an unknown option', ['report', '--form', 'x'], 2, /^Unknown option '--form'\. Did you mean --from\? `adtrail report --help`/],
    ['a missing argument', ['events', 'show'], 2, /^<event_id> is missing\./],
    ['an argument too many', ['report', 'now'], 2, /^Unexpected argument: now\./],
    ['a refused value', ['report', '--by', 'colour'], 1, /group_by/],
    ['an unknown thing', ['events', 'show', 'order_created:none'], 1, /\(request [\w-]+\)$/],
    ['a file that is not there', ['send', '--file', 'none.jsonl'], 2, /^none\.jsonl cannot be read\./],
    ['an unknown profile', ['report', '--profile', 'none'], 2, /^There is no profile none\./],
    ['a profile that is a path', ['report', '--profile', '../x'], 2, /^--profile \.\.\/x: a name/],
    ['a target elsewhere', ['listen', '--forward-to', 'https://shop.example'], 2, /an address of this machine/],
    ['a shell that is none', ['completion', 'csh'], 2, /^csh: bash, zsh or fish expected\./],
  ])('%s is one sentence', async (_, args, exit, sentence) => {
    const { code, stdout, stderr } = await adtrail(args);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr.trim()).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/ {4}at /);
  });

  it('a failure of the network has its own exit code, in JSON too', async () => {
    const { code, stderr } = await adtrail(['report', '--json'], {
      ...signedIn(),
      ADTRAIL_BASE_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(4);
    expect(JSON.parse(stderr).error.code).toBe('no_response');
  });

  it('a failure of credentials names none of them', async () => {
    const env = {
      ...plain(),
      ADTRAIL_ACCESS_TOKEN: `eyJ.${'secret'.repeat(5)}.x`,
      ADTRAIL_SECRET_KEY: `sk_live_${'secret'.repeat(5)}`,
    };
    for (const args of [['report'], ['send', 'order_created', '--id', 'x']]) {
      const { code, stderr } = await adtrail(args, env);
      expect(code).toBe(3);
      expect(stderr).not.toContain('secret'.repeat(2));
    }
  });
});

describe('profiles', () => {
  it('profiles are credentials of other addresses, which an option or the environment names', async () => {
    const own = { ADTRAIL_CONFIG_DIR: newHome() };
    const login = ['login', '--demo', join(folder, '.local', 'demo.json')];
    await json([...login, '--base-url', facts.api, '--profile', 'staging'], own);
    await json(['login', '--secret-key-stdin'], own, facts.demo.secret_key);
    const file = join(own.ADTRAIL_CONFIG_DIR, 'profiles', 'staging.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await json(['keys', 'list', '--profile', 'staging'], own)).toHaveProperty('keys');
    expect(await json(['keys', 'list'], { ...own, ADTRAIL_PROFILE: 'staging' })).toHaveProperty('keys');
    const wrong = { ...own, ADTRAIL_ACCESS_TOKEN: 'x', ADTRAIL_BASE_URL: 'http://127.0.0.1:9' };
    expect(await json(['keys', 'list', '--profile', 'staging'], wrong)).toHaveProperty('keys');
    expect(await adtrail(['keys', 'list', '--base-url', facts.api], wrong)).toMatchObject({ code: 3 });
    expect((await json(['profiles'], own)).profiles).toMatchObject([
      { profile: 'default', is_current: true, is_signed_in: false },
      { profile: 'staging', is_current: false, is_signed_in: true, base_url: facts.api },
    ]);
    expect((await adtrail(['report', '--profile', 'stagin'], own)).stderr).toMatch(/Did you mean staging\?/);
    const { stdout } = await adtrail(['profiles'], own);
    expect(stdout).not.toContain(facts.demo.secret_key);
    await json(['logout', '--profile', 'staging'], own);
    expect(existsSync(file)).toBe(false);
    expect((await json(['profiles'], own)).profiles).toHaveLength(1);
  });
});

describe('status', () => {
  it('status says who uses which address with which key, and whether the service answers', async () => {
    expect(await json(['status'])).toMatchObject({
      base_url: facts.api,
      is_up: true,
      is_signed_in: true,
      email: facts.demo.email,
      cli_version: version,
      environment: 'live',
      profile: 'default',
    });
    const { stdout } = await adtrail(['status']);
    expect(stdout).toContain(facts.demo.email);
    expect(stdout).not.toContain(facts.demo.secret_key);
    expect(await adtrail(['status'], plain())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching('not signed in'),
    });
  });

  it('status ends with 3 when the token is not accepted, and with 4 when the service does not answer', async () => {
    expect((await adtrail(['status'], { ...plain(), ADTRAIL_ACCESS_TOKEN: 'x' })).code).toBe(3);
    const away = await adtrail(['status'], { ...signedIn(), ADTRAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect([away.code, away.stdout]).toEqual([4, expect.stringContaining('does not answer')]);
  });
});

it.each([
  ['report', []],
  ['send', ['order_created', '--id', 'x']],
  ['trigger', []],
])('%s names both addresses when the stored credentials are for another one', async (name, args) => {
  const home = newHome();
  mkdirSync(home);
  writeFileSync(join(home, 'config.json'), JSON.stringify({ base_url: 'https://a.example', access_token: 'x', secret_key: 'sk_live_x' }));
  const { code, stderr } = await adtrail([name, ...args, '--base-url', facts.api], {
    ADTRAIL_CONFIG_DIR: home,
  });
  expect(code).toBe(3);
  expect(stderr).toContain(` at ${facts.api}: what login has stored is for https://a.example.`);
});

describe('trigger', () => {
  it('trigger tells a story: every answer of the way from the click to the order', async () => {
    const { stdout } = await adtrail(['trigger', 'purchase', '--campaign', 'story', '--json']);
    const [click, ...events] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(click).toMatchObject({ campaign: 'story', svc_click_id: expect.stringMatching(/^s_/) });
    expect(events.map(({ event_type, matched, campaign }) => [event_type, matched, campaign])).toEqual([
      ['signup_completed', true, 'story'],
      ['checkout_started', true, 'story'],
      ['order_created', true, 'story'],
    ]);
  });

  atNight('trigger lists its stories, and each does what the list says', async () => {
    const { stories } = await json(['trigger', '--list']);
    for (const { story, events } of stories) {
      const { code, stdout } = await adtrail(['trigger', story, '--json']);
      const results = stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line));
      expect([story, code, results.map(({ event_type }) => event_type)]).toEqual([story, 0, events]);
      expect(results.at(-1)).toMatchObject({
        duplicate: story === 'repeat',
        matched: story !== 'unattributed',
      });
    }
  });
});

describe('check of a page of this machine', () => {
  it('check of a page of this machine reads the page from here, and judges it by the rules of the service', async () => {
    const tag = `<script src="${facts.api}/pixel/p.js" data-key="${facts.demo.public_key}" async></script>`;
    const server = createServer(({ url }, response) => {
      if (url?.startsWith('/moved')) return response.writeHead(302, { location: '/page' }).end();
      return response.writeHead(200, { 'content-type': 'text/html' }).end(url?.startsWith('/page') ? tag : '<p>');
    });
    const port = await listen(server, 0);
    try {
      const codesOf = async (path: string) =>
        JSON.parse((await adtrail(['check', `localhost:${port}${path}`, '--json'])).stdout).findings.map(
          ({ code }: { code: string }) => code,
        );
      expect(await codesOf('/page')).toEqual(expect.arrayContaining(['pixel_found', 'key_known']));
      expect(await codesOf('/')).toContain('pixel_missing');
      expect(await codesOf('/moved')).toContain('parameters_lost');
    } finally {
      server.close();
    }
    expect(await adtrail(['check', `http://127.0.0.1:${port}`])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not respond'),
    });
  });
});

describe('completion', () => {
  const completed = async (lines: string[][]) => {
    const { stdout } = await adtrail(['completion', 'bash']);
    const asked = lines.map(
      (words) =>
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _adtrail; echo "\${COMPREPLY[*]}"`,
    );
    const script = [stdout, ...asked].join('\n');
    const answer = await runProgram('bash', ['-s'], { cwd: folder, input: script });
    expect(answer.stderr).toBe('');
    return answer.stdout.split('\n').map((line) => line.split(' '));
  };

  it('completion of bash has every command and every option', async () => {
    const [event, shell, option, value, first = []] = await completed([
      ['adtrail', 'ev'],
      ['adtrail', 'completion', ''],
      ['adtrail', 'report', '--json', '--'],
      ['adtrail', 'report', '--from', ''],
      ['adtrail', ''],
    ]);
    expect([event, value]).toEqual([['events'], ['']]);
    expect(shell).toEqual(expect.arrayContaining([...shells]));
    expect(option).toContain('--by');
    const second = await completed(commands.map(({ name }) => ['adtrail', ...name.split(' ').slice(0, -1), '']));
    // Options of every command may precede it.
    const globals = ['--profile', 'staging', '--json'];
    const options = await completed(commands.map(({ name }) => ['adtrail', ...globals, ...name.split(' '), '--']));
    for (const [index, { name, options: own = {} }] of commands.entries()) {
      expect(first).toContain(name.split(' ')[0]);
      expect(second[index]).toContain(name.split(' ').at(-1));
      expect(options[index]).toEqual(expect.arrayContaining(Object.keys(own).map((word) => `--${word}`)));
    }
  });

  it.each(['zsh', 'fish'])('completion of %s is a script that the shell takes, where it is installed', async (shell) => {
    const { stdout } = await adtrail(['completion', shell]);
    for (const { name } of commands) expect(stdout).toContain(`'${name}'`);
    if (spawnSync(shell, ['--version']).status !== 0) return;
    writeFileSync(join(folder, `completion.${shell}`), stdout);
    const answer = await runProgram(shell, ['-n', join(folder, `completion.${shell}`)], { cwd: folder });
    expect([answer.code, answer.stderr]).toEqual([0, '']);
  });
});

it('has a README that lists every command with its summary', () => {
  const table = readFileSync('packages/cli/README.md', 'utf8').match(/^\| `[^|]* \| [^|]* \|$/gm) ?? [];
  const rows = commands.map(({ name, args, summary }) => `| \`${[name, args].filter(Boolean).join(' ')}\` | ${summary} |`);
  expect(table.filter((row) => !/^\| `[a-z]+[_0-9]/.test(row))).toEqual(rows);
});

describeAtNight('listen --forward-to', () => {
  it('listen --forward-to sends signed webhooks to a local address, replays too, over a restart, and leaves no endpoint', async () => {
    const received: { id: string; body: string; headers: Record<string, string> }[] = [];
    const hook = () =>
      createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        const headers = request.headers as Record<string, string>;
        received.push({ id: String(headers['webhook-id']), body, headers });
        response.writeHead(received.length === 1 ? 500 : 204).end();
      });
    let server = hook();
    const port = await listen(server, 0);
    const other = createServer((_, response) => response.writeHead(204).end());
    const otherPort = await listen(other, 0);
    const { id } = await json(['webhooks', 'create', `http://localhost:${otherPort}/`, '--event', 'credits.low']);
    const listening = spawn(program(), ['listen', '--forward-to', `localhost:${port}/hook`, '--json'], {
      env: { ...process.env, ...signedIn() },
    });
    const closed = once(listening, 'close');
    let shown = '';
    listening.stdout.on('data', (chunk) => (shown += chunk));
    const linesShown = () =>
      shown
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    try {
      await until(() => shown.includes('whsec_'), 30);
      const { secret, endpoint } = linesShown()[0];
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const test = await json(['webhooks', 'test', id]);
      await until(() => linesShown().length === 2, 30);
      expect(linesShown()[1]).toMatchObject({ event_id: test.event_id, status: 500, is_replay: false });
      for (const { body, headers } of received)
        expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: test.event_id, test: true });
      server.close();
      server.closeAllConnections();
      await until(async () => (await json(['webhooks', 'deliveries', id])).deliveries[0].status === 'delivered', 30);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await json(['webhooks', 'replay', id, '--delivery', test.id]);
      await new Promise((resolve) => setTimeout(resolve, 2500));
      server = hook();
      await listen(server, port);
      await until(() => linesShown().length === 3, 30);
      expect(linesShown()[2]).toMatchObject({ event_id: test.event_id, status: 204, is_replay: true });
      await until(async () => {
        await json(['trigger', 'order_created']);
        return linesShown().some(({ event_type }) => event_type === 'conversion.attributed');
      }, 90);
      listening.kill('SIGINT');
      expect((await closed)[0]).toBe(130);
      const { endpoints } = await json(['webhooks', 'list']);
      expect(endpoints.map((one: { id: string }) => one.id)).not.toContain(endpoint);
    } finally {
      listening.kill('SIGKILL');
      for (const one of [server, other]) one.close();
      await json(['webhooks', 'delete', id]);
    }
  });

  it('listen --forward-to deletes at its start what a killed one has left behind', async () => {
    const start = () =>
      spawn(program(), ['listen', '--forward-to', 'localhost:9', '--json'], {
        env: { ...process.env, ...signedIn() },
      });
    const endpointOf = async (child: ReturnType<typeof start>) => {
      let shown = '';
      child.stdout.on('data', (chunk) => (shown += chunk));
      await until(() => shown.includes('whsec_'), 30);
      return JSON.parse(shown.split('\n')[0] ?? '').endpoint as string;
    };
    const idsNow = async () => (await json(['webhooks', 'list'])).endpoints.map((one: { id: string }) => one.id) as string[];
    const killed = start();
    const left = await endpointOf(killed);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(await idsNow()).toContain(left);
    const next = start();
    const own = await endpointOf(next);
    expect(await idsNow()).not.toContain(left);
    next.kill('SIGTERM');
    await once(next, 'close');
    expect(await idsNow()).not.toContain(own);
  });
});

it('does in the order of its README what that says', async () => {
  const blocks = blocksOf(readFileSync('packages/cli/README.md', 'utf8')).filter(({ info }) => info !== 'install');
  const env = { ...plain(), PATH: `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
  const printed: string[] = [];
  for (const { code } of blocks) {
    const patient = code.replace(
      /> listened.txt &\nsleep 2/,
      '> listened.txt 2> notes.txt &\nuntil grep -q Listening notes.txt; do sleep 0.1; done',
    );
    const answer = await runProgram('bash', ['-ec', patient], { cwd: folder, env });
    expect([code, answer.code, answer.stdout]).toEqual([code, 0, expect.any(String)]);
    printed.push(answer.stdout);
  }
  const [signIn, events, consented, replayed, keys, reports, spend, books, webhooks, competitors] = printed;
  expect(signIn).toContain(`Signed in as ${facts.demo.email}`);
  expect(events).toMatch(/matched: spring › cli › trigger/);
  expect(readFileSync(join(folder, 'listened.txt'), 'utf8').trim().split('\n')).toHaveLength(3);
  expect(consented).toMatch(/^order_created:3 {2}not matched: no_click_id$/m);
  expect(consented).not.toContain('jane');
  expect(replayed).toMatch(/^exit code 1$/m);
  expect(replayed).toMatch(/^order_created:2 {2}not matched: no_click_id$/m);
  expect(keys).toMatch(/sk_test_/);
  expect(keys).toMatch(/^rk_live_\w+$/m);
  expect(reports).toMatch(/spring .*order_created/);
  expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toMatch(/^day,campaign,currency,count,value\r?\n/);
  expect(spend).toMatch(/^Dry run: 1 row of 1 day \(2025-11-01 to 2025-11-01\)\. It would be: 1 added/m);
  expect(spend).toMatch(/^Undone: spend_\w+\.[^\n]*\nline 2, spend: Must not be negative\nexit code 1$/m);
  expect(books).toMatch(/88019 .* 25\.99\norder_created:88019 has not arrived\./);
  expect(webhooks).toMatch(/No deliveries\.\nDeleted: whe_\w+\.\n(.*\n)*click_window_days +60/);
  expect(competitors).toMatch(/^COMPETITOR .*SNAPSHOT_URL$/m);
  expect(competitors).toMatch(/^\d+ credits$/m);
  expect(competitors).toMatch(/Written to keywords\.csv\./);
  expect(readFileSync(join(folder, 'keywords.csv'), 'utf8').split('\n').length).toBeGreaterThan(20);
});
