import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { HostError } from '#lib/local/host-error.ts';
import { watchParent } from '#lib/local/parent-watch.ts';
import { MoveRefused } from '#lib/ops/move/move-refused.ts';
import { help, optionsFrom } from '#lib/ops/move/options.ts';
import { RestoreRefused } from '#lib/ops/restore/restore-refused.ts';

// `docs/guides/from-one-machine-to-aws.md` explains the command. A killed command continues when it is
// repeated.
const root = fileURLToPath(new URL('..', import.meta.url));
const ending = new AbortController();
const end = () => ending.abort(new MoveRefused('Stopped. Run the same command again to continue.'));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
const onStep = (step: string) => process.stderr.write(`move: ${step}\n`);

function settings(): Record<string, string | undefined> {
  const file = `${root}.env`;
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}

/** The preparation has the environment of a host, and this process has the stage's. */
async function prepareApart(directory: string): Promise<void> {
  const args = [fileURLToPath(import.meta.url), '--prepare', '--data', directory];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env: settings() });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new MoveRefused('Nothing of the stage was changed.');
}

try {
  const options = optionsFrom(process.argv.slice(2), root);
  watchParent(async () => end());
  // The local engines cause warnings of Node that need no action.
  process.removeAllListeners('warning');
  if (options.action === 'help') process.stdout.write(help);
  else if (options.action === 'prepare') {
    const { prepare } = await import('#lib/ops/move/prepare.ts');
    await prepare(options.directory, onStep);
  } else {
    const { runMove } = await import('#lib/ops/move/command.ts');
    const prepare = () => prepareApart(options.directory);
    const around = { signal: ending.signal, onStep, prepare, env: settings() };
    process.stdout.write(`${await runMove(options, around)}\n`);
  }
} catch (error) {
  const isExpected = error instanceof MoveRefused || error instanceof RestoreRefused || error instanceof HostError;
  process.stderr.write(
    isExpected
      ? `${(error as Error).message}\n`
      : `The move failed (${(error as Error).message}). Run the same command again to continue.\n`,
  );
  process.exitCode = 1;
}
