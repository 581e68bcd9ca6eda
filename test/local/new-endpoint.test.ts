// Slow: it starts processes.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { atNight } from '#test/kit/tier.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtrail-new-'));
  for (const part of [
    'bin',
    'biome.json',
    'docs',
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
  expect(await generate('endpoint', 'credits', 'list-things')).toContain('functions/api/credits/list-things.ts');
  const registered = await readFile(join(folder, 'functions/api/credits/endpoints.ts'), 'utf8');
  expect(registered).toContain("export { listThings } from './list-things.ts';");
  expect(registered.trim().split('\n')).toEqual(registered.trim().split('\n').sort());
  const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/api/credits/list-things'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(stdout).toMatch(/Tests +1 passed \(1\)/);
  const written = await readFile(join(folder, 'functions/api/credits/list-things.ts'), 'utf8');
  expect(await generate('endpoint', 'credits', 'list-things')).toContain('has an endpoint listThings already');
  expect(await readFile(join(folder, 'functions/api/credits/list-things.ts'), 'utf8')).toBe(written);
});

const isOpen = (folder: string) => /^(docs|licences\/partner|mail-links|mcp|media|pixel)$/.test(folder);

atNight('npm run new writes an endpoint of every folder, and refuses those of open endpoints without --auth', async () => {
  const folders = globSync('**/endpoints.ts', { cwd: join(folder, 'functions/api') })
    .map(dirname)
    .sort();
  for (const each of folders) {
    const name = `list-${each.replaceAll('/', '-')}-stuff`;
    const output = await generate('endpoint', each, name);
    const written = `functions/api/${each}/${name}.ts`;
    if (!isOpen(each)) expect(output).toContain(written);
    else {
      expect(output).toContain(`The endpoints of ${each} are open`);
      expect(await generate('endpoint', each, name, '--auth', 'none')).toContain(written);
    }
    expect(readFileSync(join(folder, written), 'utf8')).toContain(`auth: '${isOpen(each) ? 'none' : ''}`);
  }
  const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', 'stuff.test'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(new RegExp(`Tests +${folders.length} passed \\(${folders.length}\\)`));
});

it.each([
  ['spend', 'list-budgets', 'reads'],
  ['spend', 'set-budget', 'writes'],
])('%s %s is listed in %s.ts', async (place, name, list) => {
  expect(await generate('endpoint', place, name)).toContain(`edited  functions/api/${place}/${list}.ts`);
});

it('an endpoint of open endpoints is refused without --auth, and nothing is written', async () => {
  expect(await generate('endpoint', 'pixel', 'list-things')).toContain('--auth user');
  expect(globSync('functions/api/pixel/list-things.ts', { cwd: folder })).toEqual([]);
});

it.each([
  [['endpoint', 'nothing', 'list-things'], 'functions/api has no folder nothing'],
  [['endpoint', 'credits', '../../x'], 'is not a verb and a noun'],
  [['endpoint', 'credits', 'things'], 'is not a verb and a noun'],
  [['endpoint', 'credits'], 'Usage: npm run new'],
  [['group', 'x', 'list-things'], 'Usage: npm run new'],
  [['endpoint', 'media', 'list-things', '--auth', 'user'], 'does not recognize callers'],
  [['endpoint', 'credits', 'list-things', '--auth', 'nobody'], '--auth is one of'],
  [['capability', 'spend'], 'shared/spend exists already'],
])('%j is refused in a sentence', async (args, sentence) => {
  expect(await generate(...args)).toContain(sentence);
});
