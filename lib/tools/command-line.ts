import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The options and words of a command of this repository. Asked for `--help`, or given an option that it does not know, the
 * process ends with the usage.
 */
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
