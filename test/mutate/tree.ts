import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ending.abort());

const left = new Set(['node_modules', '.git', '.local', 'cdk.out', 'dist']);

export const print = (text: string) => process.stdout.write(`${text}\n`);

export async function withCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), 'mutate-'));
  try {
    await cp(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length)) });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

export async function withChange<T>(copy: string, file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  const write = async (content: string) => {
    await writeFile(path, content);
    if (file.startsWith('web/pixel/')) spawnSync(process.execPath, ['bin/pixel.ts'], { cwd: copy });
  };
  await write(change(text));
  try {
    return await work();
  } finally {
    await write(text);
  }
}

export async function runNode(copy: string, args: readonly string[], timeout?: number) {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = timeout && setTimeout(end, timeout);
  ending.signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer || undefined);
  ending.signal.removeEventListener('abort', end);
  ending.signal.throwIfAborted();
  return { isGreen: code === 0, output };
}

export const runTests = (
  copy: string,
  files: readonly string[],
  { only, timeout, bail = 1 }: { only?: string | undefined; timeout?: number; bail?: number } = {},
) =>
  runNode(
    copy,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--bail=${bail}`,
      '--maxWorkers=1',
      '--silent=true',
      ...files,
      ...(only ? ['--testNamePattern', only] : []),
    ],
    timeout,
  );

export const failuresIn = (output: string): string[] =>
  [...stripVTControlCharacters(output).matchAll(/ FAIL {2}(?: *(?:shared|apart) +)?(.*)/g)].map(([, name = '']) => name);
