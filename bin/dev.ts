import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { HostError } from '#lib/local/host-error.ts';
import { help, optionsFrom } from '#lib/local/options.ts';
import { watchParent } from '#lib/local/parent-watch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// Compiling the sources takes half of the start.
enableCompileCache(`${root}node_modules/.cache/adtrail-compiled`);

try {
  const options = optionsFrom(process.argv.slice(2), root);
  if (options.help) {
    process.stdout.write(help);
    process.exit(0);
  }
  const env = `${root}.env`;
  if (existsSync(env)) process.loadEnvFile(env);
  const frontEndOrigins = process.env.FRONT_END_ORIGINS;
  process.removeAllListeners('warning');
  const [{ startHost }, { screen }] = await Promise.all([import('#lib/local/host.ts'), import('#lib/local/screen.ts')]);
  const host = await startHost(options);
  const { facts, log } = host;

  let ending = false;
  const stopping = new AbortController();
  const end = async (sentence?: string) => {
    if (ending) return;
    ending = true;
    stopping.abort();
    if (sentence) log.screen.error(`${sentence}\n`);
    await host.stop();
    process.exit(sentence ? 1 : 0);
  };
  process.on('SIGTERM', () => end());
  process.on('SIGINT', () => end());
  process.on('SIGHUP', () => end());
  host.broken.then(end);
  process.on('uncaughtException', (error) => {
    log.write('The host failed.', error);
    end(`The host failed (${error.message}); ${log.file} says more.`);
  });
  // In Lambda, a rejection ends one invocation; here all requests share the process.
  process.on('unhandledRejection', (error) => log.write('A promise was rejected without a handler.', error));
  watchParent(end);

  // An earlier report has only some of the 30 days.
  const notice = setTimeout(() => {
    if (!options.json) log.screen.out('Adding 30 days of data to the demo account …\n');
  }, 300);
  await host.demoData;
  clearTimeout(notice);
  if (ending) await new Promise(() => {});

  const details = {
    logFile: log.file,
    directory: options.directory,
    frontEndOrigins,
    seconds: performance.now() / 1000,
    isVerbose: options.verbose,
  };
  log.screen.out(options.json ? `${JSON.stringify(facts)}\n` : screen(facts, { ...details, askedPort: options.port !== undefined }));

  const { takeIntoCells } = await import('#lib/ops/migrate/take-into-cells.ts');
  await takeIntoCells(host.dynamo, stopping).catch((error) => {
    if (!ending) log.write('Older clicks and events are not all in the report yet; the next start continues.', error);
  });
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${error instanceof HostError ? message : `The host could not start (${message}).`}\n`);
  process.exit(1);
}
