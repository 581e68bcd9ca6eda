import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { groups } from '#functions/groups.ts';
import { newEndpoint } from '#lib/tools/new-endpoint.ts';

const expected = [
  'attribution: view /api/v1/pixel/attribution-stuff',
  'auth: user /api/v1/auth/auth-stuff',
  'competitors: view /api/v1/competitors/competitors-stuff',
  'conversions: conversionKey /api/v1/pixel/conversions-stuff',
  'credits: user /api/v1/licences/credits-stuff',
  'dashboard: view /api/v1/dashboard/dashboard-stuff',
  'discover: view /api/v1/competitors/discover-stuff',
  'docs: none /docs/docs-stuff',
  'mail-links: none /m/mail-links-stuff',
  'maintenance: operator /api/v1/dev/maintenance-stuff',
  'mcp: none /mcp/mcp-stuff',
  'media: none /media/media-stuff',
  'notifications: user /api/v1/notifications/notifications-stuff',
  'onboarding: user /api/v1/auth/onboarding-stuff',
  'operator-auth: operator /api/v1/dev-auth/operator-auth-stuff',
  'pixel: none /api/v1/pixel/pixel-stuff',
  'prompts: view /api/v1/competitors/prompts-stuff',
  'tracing: operator /api/v1/dev/tracing/tracing-stuff',
  'webhooks: operator /api/v1/webhooks/webhooks-stuff',
];
const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');
let folder: string;

// A copy, so that nothing is written where people work.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtrail-new-'));
  for (const part of [
    'bin',
    'functions',
    'lib',
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

it('npm run new writes an endpoint of every group with the path and the credentials of the others', async () => {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  const written = names.map((group) => {
    const registered = readFileSync(join(folder, `functions/api/${group}/endpoints.ts`), 'utf8');
    const files = newEndpoint(
      { group, name: `list-${group}-stuff` },
      registered,
      Object.values(groups[group]),
    );
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const [, endpoint] = files;
    const [, path] = /path: '(.*)'/.exec(endpoint?.text ?? '') ?? [];
    const [, auth] = /auth: '(.*)'/.exec(endpoint?.text ?? '') ?? [];
    return `${group}: ${auth} ${path}`;
  });
  expect(written).toEqual(expected);
  const { stdout } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', 'stuff.test'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  ).catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(new RegExp(`Tests +${names.length} passed \\(${names.length}\\)`));
}, 240_000);

it.each([
  [['endpoint', 'nothing', 'list-things'], 'There is no group nothing'],
  [['endpoint', 'credits', '../../x'], 'is not a verb and a noun'],
  [['endpoint', 'credits', 'things'], 'is not a verb and a noun'],
  [['endpoint', 'credits'], 'Usage: npm run new'],
  [['group', 'x', 'list-things'], 'Usage: npm run new'],
])('%j is refused in a sentence', async (args, sentence) => {
  expect(await generate(...args)).toContain(sentence);
});
