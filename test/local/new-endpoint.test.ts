// Slow: it starts processes.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newDraft } from '#lib/tools/new/draft.ts';
import { newCapability } from '#lib/tools/new/new-capability.ts';
import { newEndpoint } from '#lib/tools/new/new-endpoint.ts';
import { newOrderSource } from '#lib/tools/new/new-order-source.ts';
import { atNight } from '#test/kit/tier.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');
const folders = globSync('**/endpoints.ts', { cwd: join(repository, 'functions/api') })
  .map(dirname)
  .sort();
const isOpen = (folder: string) => /^(docs|licences\/partner|mail-links|mcp|media|pixel)$/.test(folder);

const textOf = (path: string) => (existsSync(join(repository, path)) ? readFileSync(join(repository, path), 'utf8') : null);

/** Returns what the program would write into a folder of endpoints. */
async function draftOf(folder: string, name: string, auth?: string): Promise<Map<string, string>> {
  const declared = Object.values(await import(`#functions/api/${folder}/endpoints.ts`));
  const draft = newDraft(textOf);
  newEndpoint(draft, { folder, name, auth }, declared as never);
  return new Map(draft.changes().map(({ path, text }) => [path, text]));
}

/** Returns the file in which the endpoint is listed. */
function listIn(changes: Map<string, string>, id: string, name: string): string | undefined {
  const line = `export { ${id} } from './${name}.ts';`;
  return [...changes].find(([, text]) => text.split('\n').includes(line))?.[0];
}

const closed = folders.filter((folder) => !isOpen(folder));

it('folders with endpoints of known callers exist', () => {
  expect(closed.length).toBeGreaterThan(25);
});

it.each(closed)('a new endpoint of %s knows its caller, is listed and has a test', async (folder) => {
  const changes = await draftOf(folder, 'list-stuff');
  const endpoint = changes.get(`functions/api/${folder}/list-stuff.ts`);
  expect(endpoint).toMatch(/auth: '(user|view|viewOrKey|operator|conversionKey)'/);
  expect(endpoint).toMatch(/path: '\/api\/v1\/[^']+\/stuff'/);
  expect(changes.get(`test/api/${folder}/list-stuff.test.ts`)).toContain('.listStuff(');
  const list = textOf(`functions/api/${folder}/reads.ts`) === null ? 'endpoints' : 'reads';
  expect(listIn(changes, 'listStuff', 'list-stuff')).toBe(`functions/api/${folder}/${list}.ts`);
});

it.each(folders.filter(isOpen))('a new endpoint of %s is written only for callers that are named', async (folder) => {
  await expect(draftOf(folder, 'list-stuff')).rejects.toThrow(`The endpoints of ${folder} are open`);
  const changes = await draftOf(folder, 'list-stuff', 'none');
  expect(changes.get(`functions/api/${folder}/list-stuff.ts`)).toContain("auth: 'none'");
  expect(listIn(changes, 'listStuff', 'list-stuff')).toBe(`functions/api/${folder}/endpoints.ts`);
});

it('a write is listed with the writes', async () => {
  const changes = await draftOf('spend', 'set-budget');
  expect(listIn(changes, 'setBudget', 'set-budget')).toBe('functions/api/spend/writes.ts');
  expect(changes.get('functions/api/spend/set-budget.ts')).toContain("method: 'POST'");
});

it('the first write of a folder of reads is served by the function that writes', async () => {
  const folder = folders.find((each) => textOf(`functions/api/${each}/reads.ts`) && !textOf(`functions/api/${each}/writes.ts`));
  if (folder === undefined) return;
  const changes = await draftOf(folder, 'set-stuff');
  expect(changes.get(`functions/api/${folder}/endpoints.ts`)).toContain("export * from './writes.ts';");
  expect(changes.get('functions/http/advertiser-writes.ts')).toContain(`'#functions/api/${folder}/writes.ts'`);
});

it('an endpoint may have the beginning of the name of another, and not the name', async () => {
  expect((await draftOf('credits', 'list-credit')).has('functions/api/credits/list-credit.ts')).toBe(true);
  await expect(draftOf('credits', 'list-credits')).rejects.toThrow('credits has an endpoint listCredits already');
});

it.each([
  ['credits', '../../x', undefined, 'is not a verb and a noun'],
  ['credits', 'things', undefined, 'is not a verb and a noun'],
  ['media', 'list-things', 'user', 'does not recognize callers'],
  ['credits', 'list-things', 'nobody', '--auth is one of'],
])('%s %s %s is refused in a sentence', async (folder, name, auth, sentence) => {
  await expect(draftOf(folder, name, auth)).rejects.toThrow(sentence);
});

it('a capability that exists is refused', () => {
  expect(() => newCapability(newDraft(textOf), 'spend')).toThrow('shared/spend exists already');
});

it('a kind of order source is a folder, a line in the list of kinds and a line in the arrows', () => {
  const draft = newDraft(textOf);
  newOrderSource(draft, 'lemon-squeezy');
  const changes = new Map(draft.changes().map(({ path, text }) => [path, text]));
  expect([...changes.keys()].filter((path) => path.includes('lemon-squeezy'))).toHaveLength(4);
  expect(changes.get('shared/order-sources/kinds.ts')).toContain('lemon_squeezy: lemonSqueezy,');
  expect(changes.get('lib/tools/arrows.ts')).toMatch(/'order-sources': \{ index: 'kinds.ts', kinds: \[[^\]]*'lemon-squeezy',/);
  expect(() => newOrderSource(newDraft(textOf), 'stripe')).toThrow('source.ts exists already');
});

describe('the program in a copy of the repository', () => {
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'adtrail-new-'));
    const parts = ['bin', 'docs', 'functions', 'lib', 'packages', 'shared', 'test', 'web'];
    const files = ['.gitignore', 'biome.json', 'openapi.json', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
    for (const part of [...parts, ...files])
      await cp(join(repository, part), join(copy, part), { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
    for (const part of ['node_modules', 'dist']) await symlink(join(repository, part), join(copy, part));
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  const runNode = (...args: string[]) =>
    run(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' } }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  const generate = (...args: string[]) => runNode('bin/new.ts', ...args);
  const runTests = (...names: string[]) => runNode('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--project=shared', ...names);

  it('writes an endpoint, and lists it in order', async () => {
    expect(await generate('endpoint', 'credits', 'list-things')).toContain('new     functions/api/credits/list-things.ts');
    const listed = (await readFile(join(copy, 'functions/api/credits/endpoints.ts'), 'utf8')).trim().split('\n');
    expect(listed).toContain("export { listThings } from './list-things.ts';");
    expect(listed).toEqual(listed.toSorted());
  });

  atNight('writes a kind of order source that the tests of all kinds accept', async () => {
    expect(await generate('order-source', 'lemon-squeezy')).toContain('edited  shared/order-sources/kinds.ts: the kind');
    expect(await generate('order-source', 'lemon-squeezy')).toContain('source.ts exists already');
    expect(await runTests('order-sources/examples.test', '-t', 'lemon_squeezy')).toMatch(/Tests +5 passed \| \d+ skipped/);
  });

  atNight('writes an endpoint of every folder whose test passes', async () => {
    for (const folder of folders) {
      const name = `list-${folder.replaceAll('/', '-')}-stuff`;
      const auth = isOpen(folder) ? ['--auth', 'none'] : [];
      expect(await generate('endpoint', folder, name, ...auth)).toContain(`functions/api/${folder}/${name}.ts`);
    }
    expect(await runNode('bin/openapi.ts')).toBe('');
    expect(await runTests('stuff.test')).toMatch(new RegExp(`Tests +${folders.length} passed \\(${folders.length}\\)`));
  });

  atNight('refuses in a sentence, and writes nothing', async () => {
    const refusals: [string[], string][] = [
      [['endpoint', 'nothing', 'list-things'], 'functions/api has no folder nothing'],
      [['endpoint', 'pixel', 'list-things'], '--auth user'],
      [['endpoint', 'credits'], 'Usage: npm run new'],
      [['group', 'x', 'list-things'], 'Usage: npm run new'],
      [['capability', 'spend', '--nothing'], 'Usage: npm run new'],
    ];
    for (const [args, sentence] of refusals) expect(await generate(...args), args.join(' ')).toContain(sentence);
    expect(globSync('functions/api/**/list-things.ts', { cwd: copy })).toEqual(['functions/api/credits/list-things.ts']);
  });
});
