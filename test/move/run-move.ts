import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Ran = { code: number | null; stdout: string; stderr: string };

export async function runMove(args: readonly string[], env: NodeJS.ProcessEnv, killAt?: RegExp): Promise<Ran> {
  const own = Object.entries(process.env).filter(([name]) => !/^(NODE_|npm_|VITEST|POWERTOOLS_|AWS_)/.test(name));
  const child = spawn(process.execPath, ['bin/move.ts', ...args], {
    env: { ...Object.fromEntries(own), ...env },
  });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (ran.stdout += chunk));
  child.stderr.on('data', (chunk) => {
    ran.stderr += chunk;
    if (killAt?.test(ran.stderr)) child.kill('SIGKILL');
  });
  [ran.code] = await once(child, 'close');
  return ran;
}
