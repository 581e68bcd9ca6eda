import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { commandLine } from '#lib/tools/command-line.ts';
import { type Mutation, mutated, testFile } from './mutation.ts';
import { equivalents, mutations } from './mutations.ts';

const usage = `npm run mutate [-- --only TEXT] [--list]

Runs the tests of each mutation with the mutation in place, in a copy of the tree. Exits 1 when a mutation survives.
`;
const { values } = commandLine(usage, { only: { type: 'string' }, list: { type: 'boolean' } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ending.abort());

const isBroken = (output: string) =>
  /ValidationException|unused in expressions?|ReferenceError|SyntaxError|No test files found/.test(output);
/** The copy of the repository omits these folders, which are large and not in git. */
const left = new Set(['node_modules', '.git', '.local', 'cdk.out', 'dist']);

const print = (text: string) => process.stdout.write(`${text}\n`);

type Outcome = 'caught' | 'SURVIVED' | 'BROKEN';

async function runTests(copy: string, names: readonly string[], only?: string) {
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1', '--silent=true'],
    ...names.map(testFile),
    ...(only ? ['--testNamePattern', only] : []),
  ];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  ending.signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  ending.signal.removeEventListener('abort', end);
  ending.signal.throwIfAborted();
  return { isGreen: code === 0, output };
}

async function outcomeOf(copy: string, one: Mutation): Promise<{ outcome: Outcome; by: string }> {
  const path = join(copy, one.file);
  const text = await readFile(path, 'utf8');
  const write = async (content: string) => {
    await writeFile(path, content);
    if (one.file.startsWith('web/pixel/')) spawnSync(process.execPath, ['bin/pixel.ts'], { cwd: copy });
  };
  await write(mutated(one, text));
  try {
    const { isGreen, output } = await runTests(copy, one.tests, one.only);
    if (isBroken(output)) print(output.split('\n').slice(0, 40).join('\n'));
    const outcome = isBroken(output) ? 'BROKEN' : isGreen ? 'SURVIVED' : 'caught';
    return { outcome, by: / FAIL {2}(.*)/.exec(stripVTControlCharacters(output))?.[1] ?? '' };
  } finally {
    await write(text);
  }
}

async function main(): Promise<boolean> {
  const chosen = mutations.filter(({ name, file }) => `${name} ${file}`.includes(values.only ?? ''));
  if (values.list) {
    for (const { name, file } of chosen) print(`${file}: ${name}`);
    for (const { name, file, reason } of equivalents) print(`${file}: ${name} (equivalent: ${reason})`);
    return true;
  }
  if (chosen.length === 0) {
    print(`No mutation has a name or a file with "${values.only}".`);
    return false;
  }
  const copy = await mkdtemp(join(tmpdir(), 'mutate-'));
  try {
    await cp(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length)) });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const names = [...new Set(chosen.flatMap(({ tests }) => tests))];
    print(`${names.length} test files without a mutation …`);
    const baseline = await runTests(copy, names);
    if (!baseline.isGreen) {
      print(baseline.output);
      print('They fail without a mutation, so that nothing can be told.');
      return false;
    }
    const outcomes = new Map<Outcome, number>();
    for (const [i, one] of chosen.entries()) {
      const startedAt = performance.now();
      const { outcome, by } = await outcomeOf(copy, one);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      print(`${i + 1}/${chosen.length} ${outcome} ${seconds} s ${one.file}: ${one.name}`);
      if (by) print(`    ${by}`);
    }
    print([...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', '));
    return outcomes.size === 1 && outcomes.has('caught');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!ending.signal.aborted) throw error;
  process.exitCode = 130;
}
