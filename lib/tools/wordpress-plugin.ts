import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { root } from './packages.ts';

// An archive has local times, so this one gives the same bytes everywhere.
const mtime = new Date(2020, 0, 1);

/** The archive is for Plugins, Add New, Upload Plugin in WordPress. */
export async function packPlugin(folder: string): Promise<string> {
  const source = join(root, 'examples', 'woocommerce');
  const files: Record<string, Uint8Array> = {};
  for (const name of (await readdir(source)).sort()) files[`adtrail/${name}`] = new Uint8Array(await readFile(join(source, name)));
  const archive = join(folder, 'adtrail-woocommerce.zip');
  await mkdir(folder, { recursive: true });
  await writeFile(archive, zipSync(files, { mtime }));
  return archive;
}
