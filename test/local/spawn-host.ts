import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Facts } from '#lib/local/host.ts';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';
import { until } from '#test/kit/until.ts';

export type SpawnedHost = {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  ready(): Promise<Facts>;
  ended(): Promise<[code: number | null, signal: string | null]>;
  end(signal: NodeJS.Signals): Promise<[code: number | null, signal: string | null]>;
};

export function spawnHost(args: readonly string[], env: NodeJS.ProcessEnv = {}, { withHistory = false } = {}): SpawnedHost {
  const child = spawn(process.execPath, ['bin/dev.ts', ...(withHistory ? [] : ['--empty']), ...args], {
    env: { ...plainEnvironment(), ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const exit = once(child, 'close') as Promise<[number | null, string | null]>;
  const host: SpawnedHost = {
    child,
    output,
    async ready() {
      await until(() => output.stdout.includes('\n') || child.exitCode !== null, 60);
      if (child.exitCode !== null) throw new Error(`The host has ended: ${output.stderr}`);
      return JSON.parse(output.stdout);
    },
    ended: () => exit,
    async end(signal) {
      child.kill(signal);
      return exit;
    },
  };
  atEndOfFile(() => child.kill('SIGKILL'));
  return host;
}

/** Vitest, npm and our global set-up change how Node and the host behave. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_|npm_|VITEST|POWERTOOLS_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** A zombie process does not count. */
export function runs(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
