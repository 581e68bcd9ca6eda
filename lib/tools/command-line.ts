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
