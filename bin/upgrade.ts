import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { HostError } from '#lib/local/host-error.ts';
import { watchParent } from '#lib/local/parent-watch.ts';
import { help, optionsFrom } from '#lib/ops/upgrade/options.ts';
import { UpgradeRefused } from '#lib/ops/upgrade/upgrade-refused.ts';

// `docs/guides/self-hosting.md` explains the command. A killed command starts again when it is repeated.
const root = fileURLToPath(new URL('..', import.meta.url));
enableCompileCache(`${root}node_modules/.cache/adtrail-compiled`);
// The host of the trial writes what the process prints into its log.
const write = process.stderr.write.bind(process.stderr);
const print = process.stdout.write.bind(process.stdout);
const ending = new AbortController();
const end = () => ending.abort(new UpgradeRefused('Stopped. Nothing was changed, and the service continues.'));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);

try {
  const options = optionsFrom(process.argv.slice(2), root);
  if (options.asksForHelp) {
    process.stdout.write(help);
    process.exit(0);
  }
  const env = `${root}.env`;
  if (existsSync(env)) process.loadEnvFile(env);
  watchParent(async () => end());
  process.removeAllListeners('warning');
  const { runUpgrade } = await import('#lib/ops/upgrade/command.ts');
  const { openTrial } = await import('#lib/ops/upgrade/trial.ts');
  const report = await runUpgrade(options, {
    signal: ending.signal,
    onStep: (step) => write(`upgrade: ${step}\n`),
    open: (copy) => openTrial(copy, options.service, ending.signal),
  });
  print(`${report}\n`);
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof UpgradeRefused || error instanceof HostError;
  const { message } = error as Error;
  write(isExpected ? `${message}\n` : `The upgrade failed (${message}). The service continues as it was.\n`);
  process.exit(1);
}
