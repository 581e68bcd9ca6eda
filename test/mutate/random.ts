import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { seeded } from '#test/chaos/seeded.ts';
import { type Fault, faultsOf } from './fault.ts';
import { sources, testsOf } from './tests-of.ts';
import { failuresIn, print, root, runNode, runTests, withChange, withCopy } from './tree.ts';

type Drawn = { file: string; fault: Fault };

const timeout = 300_000;

const changed = ({ start, end, to }: Fault, text: string) => text.slice(0, start) + to + text.slice(end);

function* draw(files: readonly string[], seed: string): Generator<Drawn> {
  const random = seeded(seed);
  const drawOne = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const pool = files
    .map((file) => {
      const byKind = Map.groupBy(faultsOf(file, readFileSync(join(root, file), 'utf8')), ({ kind }) => kind);
      return { file, kinds: [...byKind.values()] };
    })
    .flatMap((one) => one.kinds.map(() => one));
  const done = new Set<string>();
  while (pool.length > 0) {
    const [one] = pool.splice(random(pool.length), 1);
    const fault = one && drawOne(drawOne(one.kinds) ?? []);
    if (!one || !fault || done.has(one.file)) continue;
    done.add(one.file);
    yield { file: one.file, fault };
  }
}

/** All faults are compiled at once, because each is in another file. */
async function compiling(copy: string, drawn: readonly Drawn[]): Promise<Drawn[]> {
  const texts = new Map<string, string>();
  for (const { file, fault } of drawn) {
    const text = await readFile(join(copy, file), 'utf8');
    texts.set(file, text);
    await writeFile(join(copy, file), changed(fault, text));
  }
  let output = '';
  for (const project of ['.', 'web', 'web/console'])
    if (project === '.' || drawn.some(({ file }) => file.startsWith(project)))
      output += (await runNode(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project])).output;
  for (const [file, text] of texts) await writeFile(join(copy, file), text);
  const failed = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file));
  const importers = [...failed]
    .filter((path) => !texts.has(path))
    .map((path) => readFileSync(join(copy, path), 'utf8'));
  const isImported = (file: string) => importers.some((text) => text.includes(`/${basename(file)}'`));
  return drawn.filter(({ file }) => !failed.has(file) && !isImported(file));
}

export function runRandom(of: { count: number; seed: string; words: readonly string[] }): Promise<boolean> {
  const places = sources().filter(
    (file) => of.words.length === 0 || of.words.some((word) => file.includes(word)),
  );
  return withCopy(async (copy) => {
    const candidates = draw(places, of.seed)
      .take(of.count * 2)
      .toArray();
    const drawn = (await compiling(copy, candidates)).slice(0, of.count);
    print(`Seed ${of.seed}: ${drawn.length} faults in ${places.length} files.`);
    return await judged(copy, drawn);
  });
}

/** The file is a JSON list of `{file, from, to, harm}`: `from` occurs once in the file. */
export function runWritten(path: string): Promise<boolean> {
  const written: { file: string; from: string; to: string; harm: string }[] = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const given = written.map(({ file, from, to, harm }) => {
    const [before = '', ...rest] = readFileSync(join(root, file), 'utf8').split(from);
    if (rest.length !== 1) throw new Error(`${file}: "${from}" occurs ${rest.length} times.`);
    return { file, fault: { start: before.length, end: before.length + from.length, to, kind: harm } };
  });
  return withCopy((copy) => judged(copy, given));
}

async function judged(copy: string, drawn: readonly Drawn[]): Promise<boolean> {
  const noticedBy: string[] = [];
  for (const [i, { file, fault }] of drawn.entries()) {
    const startedAt = performance.now();
    const tests = testsOf(file, fault.start);
    const { isGreen, output } = await withChange(
      copy,
      file,
      (text) => changed(fault, text),
      async () => (tests.length > 0 ? runTests(copy, tests, { timeout }) : { isGreen: true, output: '' }),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const text = readFileSync(join(root, file), 'utf8');
    const line = text.slice(0, fault.start).split('\n').length;
    print(
      `${i + 1}/${drawn.length} ${isGreen ? 'UNNOTICED' : 'noticed'} ${seconds} s ${file}:${line} ${fault.kind}`,
    );
    print(shown(fault, text));
    print(`    ${tests.join(' ') || 'no test is found by name'}`);
    if (isGreen) continue;
    noticedBy.push(failuresIn(output)[0] ?? 'a test that hangs');
    print(`    ${noticedBy.at(-1)}`);
  }
  const files = new Set(noticedBy.flatMap((by) => /\S+\.test\.ts/.exec(by) ?? []));
  const baseline = files.size > 0 ? await runTests(copy, [...files], { bail: 0 }) : undefined;
  const alwaysFailing = failuresIn(baseline?.output ?? '');
  for (const by of noticedBy) if (alwaysFailing.includes(by)) print(`Fails without a fault: ${by}`);
  const noticed = noticedBy.filter((by) => !alwaysFailing.includes(by)).length;
  print(`${noticed} of ${drawn.length} noticed`);
  return noticed === drawn.length;
}

function shown(fault: Fault, text: string): string {
  const from = text.lastIndexOf('\n', fault.start - 1) + 1;
  const until = text.indexOf('\n', fault.end);
  const lines = (of: string, sign: string) =>
    of
      .split('\n')
      .slice(0, 12)
      .map((line) => `    ${sign} ${line}`)
      .join('\n');
  const before = text.slice(from, until);
  const after = text.slice(from, fault.start) + fault.to + text.slice(fault.end, until);
  return `${lines(before, '-')}\n${lines(after, '+')}`;
}
