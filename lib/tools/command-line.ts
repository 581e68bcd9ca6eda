import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

export function commandLine<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/);
    process.stderr.write(`${reason}.\n${usage}`);
    process.exit(2);
  }
}

export function refuse(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}

type Around = { signal: AbortSignal; onStep(step: string): void };

export async function runToEnd(name: string, work: (around: Around) => Promise<string>): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => ending.abort(new Error('Stopped. Run the same command again to continue.')));
  const onStep = (step: string) => process.stderr.write(`${name}: ${step}\n`);
  try {
    process.stdout.write(`${await work({ signal: ending.signal, onStep })}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
