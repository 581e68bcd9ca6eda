import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultPort } from '#lib/local/open-port.ts';
import { UpgradeRefused } from './upgrade-refused.ts';

const usage = 'npm run upgrade -- [--data DIR] [--service URL] [--rehearse] [--no-comparison] [--accept-differences]';

export const help = `Prepares the data folder of a running service for this version.

Usage: ${usage}

  --data DIR     The data folder of the service. Default: .local
  --service URL  The address of the earlier version, which must be running.
                 Default: http://127.0.0.1:${defaultPort}
  --rehearse     Ends after the comparison. The service continues as it is.
  --no-comparison   The earlier version does not run, so that nothing is compared.
  --accept-differences
                 Continues although the new version answers differently.
  -h, --help     Prints this help.

It copies the folder, opens the copy with this version, and compares the reports, lists and receipts of every
account with the answers of the service. Then it asks you to stop the service, keeps the folder as it is in
DIR/earlier, and says how to start this version, and how to go back. Until then, it changes nothing in the folder:
when it fails or is killed, the service continues. See docs/guides/self-hosting.md.
`;

export type Options = {
  directory: string;
  service: string;
  isRehearsal: boolean;
  isCompared: boolean;
  acceptsDifferences: boolean;
  asksForHelp: boolean;
};

export function optionsFrom(args: readonly string[], root: string): Options {
  const values = parsed(args);
  const service = values.service ?? `http://127.0.0.1:${defaultPort}`;
  if (!/^https?:\/\/[^/?#@]+$/.test(service))
    throw new UpgradeRefused('--service takes an address without a path, such as http://127.0.0.1:3007.');
  if (values.rehearse && values['no-comparison'])
    throw new UpgradeRefused(`A rehearsal compares: leave out --no-comparison.\nUsage: ${usage}`);
  return {
    directory: values.data === undefined ? resolve(root, '.local') : resolve(values.data),
    service,
    isRehearsal: values.rehearse ?? false,
    isCompared: !values['no-comparison'],
    acceptsDifferences: values['accept-differences'] ?? false,
    asksForHelp: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
  const options = {
    data: text,
    service: text,
    rehearse: flag,
    'no-comparison': flag,
    'accept-differences': flag,
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UpgradeRefused(`${(error as Error).message.split('\n')[0]}\nUsage: ${usage}`);
  }
}
