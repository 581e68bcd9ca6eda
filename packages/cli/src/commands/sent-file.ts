import { readFileSync } from 'node:fs';
import type { Context } from '../command.ts';
import { usage } from '../failure.ts';

/** `-` is stdin. */
export async function contentOf(file: string, { stdin }: Context): Promise<Uint8Array> {
  try {
    return file === '-' ? new TextEncoder().encode(await stdin()) : readFileSync(file);
  } catch {
    throw usage(`${file} cannot be read.`);
  }
}

export function columnOf(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw usage(`--column ${pair}: FIELD=HEADING expected.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
