import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { favicon, pageScript, pageStyle } from './page-files.ts';

const script = 'text/javascript; charset=utf-8';
const library = 'scalar.js';

/** Every file of the page: its content type and, unless it is the library, its text. */
const files: Record<string, { contentType: string; text?: string }> = {
  'favicon.svg': { contentType: 'image/svg+xml', text: favicon },
  'page.css': { contentType: 'text/css; charset=utf-8', text: pageStyle },
  'page.js': { contentType: script, text: pageScript },
  [library]: { contentType: script },
};

export const assetNames = Object.keys(files);

let version: string | undefined;

/** Changes whenever any of the files does. */
export async function assetsVersion(): Promise<string> {
  const texts = await Promise.all(assetNames.map(async (name) => (await readAsset(name))?.text ?? ''));
  version ??= createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
  return version;
}

/** A file of the page, or `null` when there is none of that name. */
export async function readAsset(name: string): Promise<{ contentType: string; text: string } | null> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return null;
  file.text ??= await readFile(libraryFile(), 'utf8');
  return { contentType: file.contentType, text: file.text };
}

/** In the cloud the file is beside the bundle; on this machine in the installed package. */
function libraryFile(): string {
  const bundled = join(process.env.LAMBDA_TASK_ROOT ?? '', 'assets', library);
  if (process.env.LAMBDA_TASK_ROOT && existsSync(bundled)) return bundled;
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return join(dirname(entry), 'browser/standalone.js');
}
