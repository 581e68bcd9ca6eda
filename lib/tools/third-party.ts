import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The licences of bundled packages require that their texts accompany the bundle. */
export function thirdPartyLicences({ outputs, inputs }: Metafile): string {
  const files = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const names = new Set(files.filter((file) => inputs[file]).flatMap((file) => [nameIn(file) ?? [], bundledIn(file)].flat()));
  return [...names]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(name)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

const nameIn = (file: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

function bundledIn(file: string): string[] {
  if (!nameIn(file)) return [];
  const marks = readFileSync(file, 'utf8').matchAll(/^\/\/#region \S*\/node_modules\/((?:@[^/]+\/)?[^/\s]+)\/(?!\S*\/node_modules\/)/gm);
  return [...new Set([...marks].flatMap(([, name = '']) => name))];
}

function licenceOf(name: string): string {
  const [file] = globSync(join(modules, name, '{LICENSE,LICENCE,license}*'));
  if (!file) throw new Error(`${name} has no licence file.`);
  return readFileSync(file, 'utf8').trim();
}
