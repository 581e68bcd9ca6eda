import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Facts } from '#lib/local/host.ts';
import { plainEnvironment } from '#test/bench/host-process.ts';

const script = fileURLToPath(new URL('../../bin/dev.ts', import.meta.url));
const startLimitMs = 90_000;

/** After SIGUSR2, every sync of the engine fails as on a full disk. */
const failingSyncs = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  const real = fs.fdatasync; let broken = false; process.on('SIGUSR2', () => { broken = true; });
  fs.fdatasync = (file, done) => broken ? setImmediate(done, new Error('ENOSPC: injected')) : real(file, done);
  syncBuiltinESMExports();`;

export type Answer = { status: number; body: Record<string, unknown> };
export type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};
export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService(directory: string, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  let exit: Promise<unknown> = Promise.resolve();
  let facts: Facts | undefined;
  let starts = 0;
  const stderr: string[] = [];

  function spawned(port: string): { child: ChildProcess; output: { out: string; error: string } } {
    const process_ = spawn(process.execPath, [script, '--port', port, '--data', directory, '--json', '--empty'], {
      env: {
        ...plainEnvironment(),
        ...env,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failingSyncs)}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { out: '', error: '' };
    process_.stdout.on('data', (chunk) => (output.out += chunk));
    process_.stderr.on('data', (chunk) => (output.error += chunk));
    return { child: process_, output };
  }
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null;

  async function start(): Promise<void> {
    for (const until = Date.now() + startLimitMs; hasEnded(); ) {
      const port = facts ? new URL(facts.api).port : '0';
      const next = spawned(port);
      child = next.child;
      exit = once(child, 'close');
      while (!hasEnded() && !next.output.out.includes('\n'))
        await Promise.race([once(next.child.stdout as NodeJS.ReadableStream, 'data'), exit]);
      if (!hasEnded()) {
        facts = JSON.parse(next.output.out) as Facts;
        starts++;
      } else stderr.push(next.output.error);
      if (Date.now() > until) throw new Error(`The host does not start: ${stderr.at(-1)}`);
    }
  }

  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  const known = () => facts as Facts;
  return {
    facts: known,
    starts: () => starts,
    hasEnded,
    start,
    signal: (name: NodeJS.Signals) => void child?.kill(name),
    async end(name: NodeJS.Signals) {
      child?.kill(name);
      await exit;
    },
    ended: () => exit,
    async second(): Promise<{ code: number | null; error: string }> {
      const other = spawned('0');
      const limit = setTimeout(() => other.child.kill('SIGKILL'), 60_000);
      const [code] = (await once(other.child, 'close')) as [number | null];
      clearTimeout(limit);
      return { code, error: other.output.error };
    },
    async stop() {
      if (hasEnded()) return;
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      const hard = setTimeout(() => child?.kill('SIGKILL'), 8000);
      await exit;
      clearTimeout(hard);
    },
    async ask({ method = 'POST', path, headers = {}, body }: Ask, base = known().api): Promise<Answer | null> {
      try {
        const answer = await fetch(new URL(path, base), {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          signal: AbortSignal.timeout(30_000),
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { status: answer.status, body: text ? JSON.parse(text) : {} };
      } catch {
        return null;
      }
    },
  };
}
