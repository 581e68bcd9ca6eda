import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };
import { favicon, pageScript, pageStyle } from './page-files.ts';

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Every file of the page: its content type and, unless it comes from swagger-ui-dist, its text. */
const files: Record<string, { contentType: string; text?: string }> = {
  'favicon.svg': { contentType: 'image/svg+xml', text: favicon },
  'page.css': { contentType: style, text: pageStyle },
  'page.js': { contentType: script, text: pageScript },
  'swagger-ui-bundle.js': { contentType: script },
  'swagger-ui.css': { contentType: style },
};

export const assetNames = Object.keys(files);

/** Changes whenever any of the files does. */
export const assetsVersion = createHash('sha256')
  .update([swaggerUi.version, favicon, pageScript, pageStyle].join('\0'))
  .digest('hex')
  .slice(0, 12);

/** A file of the page, or `null` when there is none of that name. */
export async function readAsset(name: string): Promise<{ contentType: string; text: string } | null> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return null;
  file.text ??= await readFile(join(assetsFolder(), name), 'utf8');
  return { contentType: file.contentType, text: file.text };
}

/** In the cloud the files lie beside the bundle; on this machine in the installed package. */
function assetsFolder(): string {
  const bundled = join(process.env.LAMBDA_TASK_ROOT ?? '', 'assets');
  if (process.env.LAMBDA_TASK_ROOT && existsSync(bundled)) return bundled;
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
