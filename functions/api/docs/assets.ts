import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontFace, fontFile } from '#shared/values/look.ts';
import { copyScript, favicon, pageScript, pageStyle } from './page-files.ts';
import scalar from './scalar.json' with { type: 'json' };

const script = 'text/javascript; charset=utf-8';
const library = 'scalar.js';

const files: Record<string, { contentType: string; text?: string }> = {
  'favicon.svg': { contentType: 'image/svg+xml', text: favicon },
  'page.css': { contentType: 'text/css; charset=utf-8', text: pageStyle },
  'font.css': { contentType: 'text/css; charset=utf-8' },
  'copy.js': { contentType: script, text: copyScript },
  'page.js': { contentType: script, text: pageScript },
  [library]: { contentType: script },
};

export const assetNames = Object.keys(files);

let version: string | undefined;

export async function assetsVersion(): Promise<string> {
  const texts = await Promise.all(assetNames.map(async (name) => (await readAsset(name))?.text ?? ''));
  version ??= createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
  return version;
}

export async function readAsset(name: string): Promise<{ contentType: string; text: string } | null> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return null;
  file.text ??= name === library ? await readFile(fileOf(library), 'utf8') : await fontStyle();
  return { contentType: file.contentType, text: file.text };
}

/** The API's responses are texts, so a style sheet has the font. */
export async function fontStyle(): Promise<string> {
  const font = await readFile(fileOf('inter.woff2'));
  return fontFace(`data:font/woff2;base64,${font.toString('base64')}`);
}

export const sources = {
  [library]: () => {
    const path = `node_modules/.cache/adtrail/scalar-${scalar.version}.js`;
    const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    if (!existsSync(file)) throw new Error(`${path} is missing: run "node bin/setup.mjs".`);
    return file;
  },
  'inter.woff2': () => join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter')), fontFile),
};

function fileOf(name: keyof typeof sources): string {
  const bundled = join(process.env.LAMBDA_TASK_ROOT ?? '', 'assets', name);
  return process.env.LAMBDA_TASK_ROOT && existsSync(bundled) ? bundled : sources[name]();
}
