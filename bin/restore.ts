import { fileURLToPath } from 'node:url';
import { HostError } from '#lib/local/host-error.ts';
import { watchParent } from '#lib/local/parent-watch.ts';
import { optionsFrom, usage } from '#lib/ops/restore/options.ts';
import { RestoreRefused } from '#lib/ops/restore/restore-refused.ts';

// `docs/runbook.md` explains the command. A killed command continues when it is repeated.
if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const ending = new AbortController();
const end = () => ending.abort(new RestoreRefused('Stopped. Run the same command again to continue.'));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);

try {
  const options = optionsFrom(process.argv.slice(2), root);
  watchParent(async () => end());
  process.removeAllListeners('warning');
  const { runRestore } = await import('#lib/ops/restore/command.ts');
  const onStep = (step: string) => process.stderr.write(`restore: ${step}\n`);
  process.stdout.write(`${await runRestore(options, { signal: ending.signal, onStep })}\n`);
} catch (error) {
  const isExpected = error instanceof RestoreRefused || error instanceof HostError;
  process.stderr.write(
    isExpected
      ? `${(error as Error).message}\n`
      : `The restore failed (${(error as Error).message}). Run the same command again to continue.\n`,
  );
  process.exitCode = 1;
}
