import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HostError } from './host-error.ts';

export type Options = { port: number | undefined; directory: string; json: boolean };

export const usage = 'npm start -- [--port N] [--data DIR] [--json]';

/** Reads the command line; `root` is the folder that holds the usual data folder. */
export function optionsFrom(args: readonly string[], root: string): Options {
  const { port, data, json } = parsed(args);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new HostError(`--port takes a number from 0 to 65535, not "${port}".`);
  }
  if (data === '') throw new HostError('--data takes the path of a folder.');
  return {
    port: port === undefined ? undefined : Number(port),
    directory: data === undefined ? resolve(root, '.local') : resolve(data),
    json: json ?? false,
  };
}

function parsed(args: readonly string[]) {
  const options = { port: { type: 'string' }, data: { type: 'string' }, json: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const reason = (error as Error).message.split(/\. |\n/)[0]?.replace(/\.$/, '');
    throw new HostError(`${reason}; known is: ${usage}.`);
  }
}
