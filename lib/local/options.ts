import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HostError } from './host-error.ts';
import { loopback } from './listen.ts';
import { defaultPort, portsOfAHost } from './open-port.ts';

export type Options = {
  port: number | undefined;
  directory: string;
  address: string;
  publicUrl: string | undefined;
  json: boolean;
  empty: boolean;
  verbose: boolean;
  help: boolean;
};

const usage = 'npm start -- [--port N] [--data DIR] [--address IP] [--public-url URL] [--json] [--empty] [--verbose]';

export const help = `Runs the whole service on this machine.

Usage: ${usage.replace(' [--json]', '\n                [--json]')}

  --port N     The port of the API. Default: ${defaultPort}; when it is taken, ${defaultPort + portsOfAHost}, ${defaultPort + 2 * portsOfAHost}, and so on.
               0: any free port.
               The demo shop, the mail inbox and the mock servers take the next three ports.
  --data DIR   The folder for data. Default: .local
  --address IP The address that the API listens on. Default: 127.0.0.1
  --public-url URL
               The address by which others reach it, such as https://adtrail.shop.example.
               With it, or with another --address, the host has no mock servers, no demo shop
               and no inbox, and nobody is signed in by one click.
  --json       Prints one JSON line when the service is ready, instead of the screen.
  --empty      Leaves out the 30 days of data of the demo account.
  --verbose    The screen also has passwords, tokens, the folder of the data and requests to copy.
  -h, --help   Prints this help.

Configuration: environment variables, or a file named .env beside package.json.
The environment wins over .env. \`npm run config\` lists every variable.
`;

export function optionsFrom(args: readonly string[], root: string): Options {
  const { port, data, address = loopback, 'public-url': publicUrl, json, empty, verbose, help } = parsed(args);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new HostError(`--port takes a number from 0 to 65535, not "${port}".`);
  }
  if (data === '') throw new HostError('--data takes the path of a folder.');
  if (!isIP(address)) throw new HostError(`--address takes an IP address, such as 0.0.0.0, not "${address}".`);
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#@]+$/.test(publicUrl))
    throw new HostError('--public-url takes an address without a path, such as https://adtrail.shop.example.');
  return {
    address,
    publicUrl,
    port: port === undefined ? undefined : Number(port),
    directory: data === undefined ? resolve(root, '.local') : resolve(data),
    json: json ?? false,
    empty: empty ?? false,
    verbose: verbose ?? false,
    help: help ?? false,
  };
}

function parsed(args: readonly string[]) {
  const options = {
    port: { type: 'string' },
    data: { type: 'string' },
    address: { type: 'string' },
    'public-url': { type: 'string' },
    json: { type: 'boolean' },
    empty: { type: 'boolean' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const reason = (error as Error).message.split(/\. |\n/)[0]?.replace(/\.$/, '');
    throw new HostError(`${reason}; known is: ${usage}.`);
  }
}
