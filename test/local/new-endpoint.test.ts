import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

it.each([
  [['endpoint', 'nothing', 'list-things'], 'There is no group nothing'],
  [['endpoint', 'credits', '../../x'], 'is not a verb and a noun'],
  [['endpoint', 'credits', 'things'], 'is not a verb and a noun'],
  [['endpoint', 'credits'], 'Usage: npm run new'],
  [['group', 'x', 'list-things'], 'Usage: npm run new'],
])('%j is refused in a sentence', async (args, sentence) => {
  expect(await generate(...args)).toContain(sentence);
});
