import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A crash test does something, such as `createKey` or `queue export`, by calls to tables, queues and vendors in turn. A
 * crash is injected at each of them, such as `attribution PutItem api-keys`.
 */
export type Injected = { test: string; title: string; does: string[]; calls: string[] };

const root = fileURLToPath(new URL('../..', import.meta.url));
export const injectedFile: string = fileURLToPath(new URL('injected.json', import.meta.url));

export const readInjected = (): Injected[] => (existsSync(injectedFile) ? JSON.parse(readFileSync(injectedFile, 'utf8')) : []);

export const crashTests = (): string[] =>
  globSync('test/**/*.test.ts')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\bcrashTest\(/.test(readFileSync(path, 'utf8')));

/** Test files that ran again have the notes of this run. Test files that are gone leave the list. */
export function mergedInjections(earlier: readonly Injected[], from: string, isAgain: (test: string) => boolean): Injected[] {
  const noted = globSync(join(from, 'crash-*.jsonl')).flatMap((path) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line): Injected => JSON.parse(line)),
  );
  const others = earlier.filter(({ test }) => !isAgain(test) && existsSync(join(root, test)));
  const keyOf = ({ test, title, does }: Injected) => JSON.stringify([test, title, does]);
  const byKey = new Map([...others, ...noted].map((one) => [keyOf(one), one]));
  return [...byKey.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

export const injectedText = (all: readonly Injected[]): string => `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
