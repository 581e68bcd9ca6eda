// Slow: it starts processes.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newEndpoint, servedByOf } from '#lib/tools/new-endpoint.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { atNight } from '#test/kit/tier.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtrail-new-'));
  for (const part of [
    'bin',
    'functions',
    'lib',
    'packages',
    'shared',
    'test',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    await cp(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(repository, 'openapi.json'), join(folder, 'openapi.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const generate = (...args: string[]) =>
  run(process.execPath, ['bin/new.ts', ...args], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );

it('npm run new writes an endpoint whose test passes, once', async () => {
  expect(await generate('endpoint', 'credits', 'list-things')).toContain(
    'functions/api/credits/list-things.ts',
  );
  const registered = await readFile(join(folder, 'functions/api/credits/endpoints.ts'), 'utf8');
  expect(registered).toContain("export { listThings } from './list-things.ts';");
  expect(registered.trim().split('\n')).toEqual(registered.trim().split('\n').sort());
  const { stdout } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'test/api/credits/list-things'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  );
  expect(stdout).toMatch(/Tests +1 passed \(1\)/);
  const written = await readFile(join(folder, 'functions/api/credits/list-things.ts'), 'utf8');
  expect(await generate('endpoint', 'credits', 'list-things')).toContain(
    'has an endpoint listThings already',
  );
  expect(await readFile(join(folder, 'functions/api/credits/list-things.ts'), 'utf8')).toBe(written);
});

atNight(
  'npm run new writes an endpoint of every folder with the path and the credentials of the others',
  async () => {
    const served = Object.fromEntries(
      readdirSync(join(folder, 'functions/http')).map((name) => [
        name,
        readFileSync(join(folder, `functions/http/${name}/endpoints.ts`), 'utf8'),
      ]),
    );
    const folders = globSync('**/endpoints.ts', { cwd: join(folder, 'functions/api') })
      .map(dirname)
      .sort();
    const written: string[] = [];
    for (const each of folders) {
      const registered = readFileSync(join(folder, `functions/api/${each}/endpoints.ts`), 'utf8');
      const declared: Record<string, AnyEndpoint> = await import(`#functions/api/${each}/endpoints.ts`);
      const servedBy = servedByOf(each, served) ?? '';
      const name = `list-${each.replaceAll('/', '-')}-stuff`;
      const files = newEndpoint({ folder: each, servedBy, name }, registered, Object.values(declared));
      for (const { path, text } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const [, endpoint] = files;
      const [, path] = /path: '(.*)'/.exec(endpoint?.text ?? '') ?? [];
      const [, auth] = /auth: '(.*)'/.exec(endpoint?.text ?? '') ?? [];
      written.push(`${each} by ${servedBy}: ${auth} ${path?.replace(name.slice(5), 'stuff')}`);
    }
    expect(written).toMatchInlineSnapshot(`
    [
      "accounts by auth: user /api/v1/auth/stuff",
      "accounts/descriptions by onboarding: user /api/v1/auth/stuff",
      "activity by notifications: user /api/v1/account/stuff",
      "adjustments by attribution: viewOrKey /api/v1/pixel/events/stuff",
      "assistant-ads by dashboard: view /api/v1/dashboard/stuff",
      "billing by webhooks: operator /api/v1/stuff",
      "clicks by attribution: view /api/v1/pixel/stuff",
      "competitors by competitors: view /api/v1/competitors/stuff",
      "competitors/companies by dashboard: view /api/v1/dashboard/stuff",
      "competitors/discovery by discover: view /api/v1/competitors/stuff",
      "conversions by conversions: conversionKey /api/v1/pixel/stuff",
      "credits by credits: view /api/v1/stuff",
      "docs by docs: none /docs/stuff",
      "events by attribution: view /api/v1/pixel/events/stuff",
      "keys by attribution: user /api/v1/pixel/stuff",
      "keyword-plans by dashboard: view /api/v1/dashboard/stuff",
      "licences by credits: user /api/v1/licences/stuff",
      "licences/partner by webhooks: none /api/v1/webhooks/stuff",
      "mail-links by mail-links: none /m/stuff",
      "mcp by mcp: none /mcp/stuff",
      "media by media: none /media/stuff",
      "notifications by notifications: user /api/v1/notifications/stuff",
      "operators/accounts by maintenance: operator /api/v1/dev/stuff",
      "operators/assistant-ads by maintenance: operator /api/v1/dev/stuff",
      "operators/billing by maintenance: operator /api/v1/dev/stuff",
      "operators/credits by maintenance: operator /api/v1/dev/stuff",
      "operators/events by maintenance: operator /api/v1/dev/stuff",
      "operators/licences by maintenance: operator /api/v1/dev/stuff",
      "operators/people by operator-auth: operator /api/v1/dev-auth/stuff",
      "operators/queues by maintenance: operator /api/v1/dev/queues/stuff",
      "operators/service by maintenance: operator /api/v1/dev/stuff",
      "operators/tracing by tracing: operator /api/v1/dev/tracing/stuff",
      "pixel by pixel: none /api/v1/pixel/stuff",
      "privacy by attribution: user /api/v1/auth/stuff",
      "prompts by prompts: view /api/v1/competitors/stuff",
      "reconciliation by attribution: view /api/v1/pixel/reconciliations/stuff",
      "reports by attribution: view /api/v1/pixel/reports/stuff",
      "site-check by attribution: view /api/v1/pixel/stuff",
      "spend by attribution: viewOrKey /api/v1/spend/stuff",
      "webhooks by notifications: user /api/v1/webhook-endpoints/stuff",
    ]
  `);
    const { stdout } = await run(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', 'stuff.test'],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(new RegExp(`Tests +${folders.length} passed \\(${folders.length}\\)`));
  },
);

it('an endpoint is written beside one whose name begins with its name', () => {
  const registered = "export { listThingsOfClient } from './list-things-of-client.ts';\n";
  const place = { folder: 'credits', servedBy: 'credits', name: 'list-things' };
  const [{ text } = { text: '' }] = newEndpoint(place, registered, []);
  expect(text.split('\n')).toContain("export { listThings } from './list-things.ts';");
});

it.each([
  [['endpoint', 'nothing', 'list-things'], 'functions/api has no folder nothing'],
  [['endpoint', 'credits', '../../x'], 'is not a verb and a noun'],
  [['endpoint', 'credits', 'things'], 'is not a verb and a noun'],
  [['endpoint', 'credits'], 'Usage: npm run new'],
  [['group', 'x', 'list-things'], 'Usage: npm run new'],
])('%j is refused in a sentence', async (args, sentence) => {
  expect(await generate(...args)).toContain(sentence);
});
