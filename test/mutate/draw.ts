import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { seeded } from '#test/chaos/seeded.ts';
import { type Fault, faultsOf } from './fault.ts';
import { root, runNode } from './tree.ts';

export type Drawn = { file: string; fault: Fault };

export const changed = ({ start, end, to }: Fault, text: string): string => text.slice(0, start) + to + text.slice(end);

/** At most one fault of each file, all kinds of faults alike. */
export function* draw(files: readonly string[], seed: string): Generator<Drawn> {
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
export async function compiling(copy: string, drawn: readonly Drawn[]): Promise<Drawn[]> {
  const texts = new Map<string, string>();
  for (const { file, fault } of drawn) {
    const text = await readFile(join(copy, file), 'utf8');
    texts.set(file, text);
    await writeFile(join(copy, file), changed(fault, text));
  }
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p'];
  let output = '';
  for (const project of ['.', 'web', 'web/console'])
    if (project === '.' || drawn.some(({ file }) => file.startsWith(project))) output += (await runNode(copy, [...tsc, project])).output;
  for (const [file, text] of texts) await writeFile(join(copy, file), text);
  const failed = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file));
  const importers = [...failed].filter((path) => !texts.has(path)).map((path) => readFileSync(join(copy, path), 'utf8'));
  const isImported = (file: string) => importers.some((text) => text.includes(`/${basename(file)}'`));
  return drawn.filter(({ file }) => !failed.has(file) && !isImported(file));
}
