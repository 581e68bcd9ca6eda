// Slow: it starts processes.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newDraft } from '#lib/tools/new/draft.ts';
import { newActivity } from '#lib/tools/new/new-activity.ts';
import { newCapability } from '#lib/tools/new/new-capability.ts';
import { newEndpoint } from '#lib/tools/new/new-endpoint.ts';
import { newMail } from '#lib/tools/new/new-mail.ts';
import { newOrderSource } from '#lib/tools/new/new-order-source.ts';
import { atNight } from '#test/kit/tier.ts';

// The tests of the night run the program some forty times, and compile the copy.
vi.setConfig({ testTimeout: 1_800_000 });

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

const mailDraft = (capability: string, template: string) => {
  const draft = newDraft(textOf);
  newMail(draft, capability, template);
  return new Map(draft.changes().map(({ path, text }) => [path, text]));
};

it('a mail has a rule, words, a sample, a test and a row of the page', () => {
  const changes = mailDraft('spend', 'invoice_sent');
  expect(changes.get('shared/spend/mails.ts')?.match(/^invoice_sent: /gm)).toHaveLength(3);
  expect(changes.get('docs/api/notifications.md')).toContain('\n| `invoice_sent` | ');
  expect(changes.get('test/spend/invoice-sent.test.ts')).toContain("template: 'invoice_sent'");
  expect(changes.has('shared/registry/mails.ts')).toBe(false);
});

it('the first mail of a capability is in each list of the registry', () => {
  const registry = mailDraft('funnels', 'funnel_broken').get('shared/registry/mails.ts');
  for (const list of ['rules', 'words', 'samples']) expect(registry?.split(`...funnels.${list},`)).toHaveLength(2);
});

it.each([
  ['spend', 'spend_stopped', 'shared/spend/mails.ts has spend_stopped already'],
  ['spend', 'Invoice', 'is not a noun and what happened to it'],
  ['nothing', 'invoice_sent', 'shared has no capability nothing'],
])('a mail of %s called %s is refused in a sentence', (capability, template, sentence) => {
  expect(() => mailDraft(capability, template)).toThrow(sentence);
});

async function activityDraft(type: string, name: string) {
  const draft = newDraft(textOf);
  const declared = Object.values(await import('#functions/api/spend/endpoints.ts'));
  newActivity(draft, { capability: 'spend', type, name }, declared);
  return new Map(draft.changes().map(({ path, text }) => [path, text]));
}

it('a type of the activity log has an endpoint that records it, a sentence and an act', async () => {
  const changes = await activityDraft('budget_set', 'set-budget');
  expect(changes.get('shared/spend/activity.ts')).toContain("'budget_set',");
  expect(changes.get('functions/api/spend/set-budget.ts')).toContain("activity('budget_set', accountId)");
  expect(changes.get('functions/api/spend/set-budget.ts')).toContain('needs: { activityLog },');
  expect(changes.get('web/console/kit/activity.tsx')).toContain("budget_set: 'Budget set',");
  expect(changes.get('test/activity/acts.ts')).toContain('async budget_set(app) {');
  expect(changes.get('test/activity/logged-operations.ts')).toContain("setBudget: 'budget_set',");
});

it.each([
  ['spend_imported', 'set-budget', 'shared/spend/activity.ts has spend_imported already'],
  ['budget_set', 'list-budget', 'list-budget only reads'],
  ['Budget', 'set-budget', 'is not a noun and what happened to it'],
])('a type %s that %s records is refused in a sentence', async (type, name, sentence) => {
  await expect(activityDraft(type, name)).rejects.toThrow(sentence);
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

  atNight('writes a capability with all its parts, whose types and tests pass', async () => {
    const parts = ['--worker', '--projection', '--webhook-event', 'scratch_thing.made', '--mail', 'thing_made', '--page'];
    expect(await generate('capability', 'scratch-things', ...parts)).toContain('web/console/scratch-things/scratch-things.tsx');
    expect(await generate('activity', 'scratch-things', 'thing_kept', 'keep-thing')).toContain(
      'functions/api/scratch-things/keep-thing.ts',
    );
    expect(await runNode('bin/openapi.ts')).toBe('');
    for (const project of ['.', 'web/console'])
      expect(await runNode('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', project)).toBe('');
    for (const files of ['scratch-things', 'activity', 'mail-rules', 'every-queue', 'message-groups', 'retention'])
      expect(await runTests(files)).not.toMatch(/FAIL|No test files/);
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
