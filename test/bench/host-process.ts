import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Facts } from '#lib/local/host.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

export type HostProcess = {
  facts: Facts;
  directory: string;
  pid: number | undefined;
  startMs: number;
  ended(): string | undefined;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

const noEventLimits = {
  INGEST_EVENTS_PER_SECOND: '1000000',
  INGEST_BURST: '1000000',
  PIXEL_EVENTS_PER_SECOND: '1000000',
  PIXEL_BURST: '1000000',
  PIXEL_NETWORK_REQUESTS_PER_SECOND: '1000000',
  PIXEL_NETWORK_BURST: '1000000',
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const npmStart: string[] = scripts.start.split(' ').slice(1);
const startLimitMs = 30_000;
const stopLimitMs = 5000;

/** `tree` is a checkout of another commit, with its packages installed. */
export async function startHostProcess(signal: AbortSignal, tree = root): Promise<HostProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-bench-'));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  return startHostOn(directory, signal, remove, tree);
}

export async function startHostOn(
  directory: string,
  signal: AbortSignal,
  afterwards: () => Promise<void> = async () => {},
  tree = root,
): Promise<HostProcess> {
  const started = performance.now();
  const args = [...npmStart, '--port', '0', '--data', directory, '--json', '--empty'];
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: { ...plainEnvironment(), ...noEventLimits },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.error += chunk));
  const exited = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const ended = () => (isOver() ? `The host has ended (${output.error.trim() || (child.signalCode ?? child.exitCode)}).` : undefined);

  const end = async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited.catch(() => {});
    clearTimeout(hard);
    await afterwards();
  };
  let ending: Promise<void> | undefined;
  const stop = () => (ending ??= end());
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  signal.addEventListener('abort', stop, { once: true });

  try {
    while (!output.out.includes('\n')) {
      signal.throwIfAborted();
      await delay(5);
      if (isOver()) throw new Error(ended());
      const waitedMs = performance.now() - started;
      if (waitedMs > startLimitMs && waitedMs > startLimitMs * busyness())
        throw new Error(`The host does not start within ${startLimitMs / 1000} s: ${output.error}`);
    }
    const startMs = performance.now() - started;
    const facts = JSON.parse(output.out) as Facts;
    return { facts, directory, pid: child.pid, startMs, ended, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Vitest and npm set variables that change Node and the host. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_|npm_|VITEST|POWERTOOLS_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
