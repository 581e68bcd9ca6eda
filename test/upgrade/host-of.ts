import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { until } from '#test/kit/until.ts';
import { shiftedClock } from '#test/local/shifted-clock.ts';

export type RunningHost = { facts: Facts; stop(): Promise<void> };

/** Starts the host of any commit's sources at the time `at`; the clock goes on from there. */
export async function startHostOf(
  sources: string,
  directory: string,
  { at, args = [] }: { at: string; args?: readonly string[] },
): Promise<RunningHost> {
  const child = spawn(process.execPath, ['bin/dev.ts', '--port', '0', '--json', '--data', directory, ...args], {
    cwd: sources,
    env: environmentAt(at, directory),
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const closed = once(child, 'close');
  await until(() => output.stdout.includes('\n') || child.exitCode !== null, 120);
  if (child.exitCode !== null) throw new Error(`The host has ended: ${output.stderr}`);
  return {
    facts: JSON.parse(output.stdout),
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** The environment of a process whose clock begins at the time `at`. */
export function environmentAt(at: string, folder: string): NodeJS.ProcessEnv {
  const clock = shiftedClock(join(folder, 'clock'));
  clock.set(Date.parse(at) - Date.now());
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE_|npm_|VITEST|POWERTOOLS_|TZ$)/.test(name));
  return { ...Object.fromEntries(inherited), ...clock.env };
}
