import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The built pixel is committed, so `npm start` and Lambda bundles need no build step. */
export const pixelFile = new URL('../../functions/api/pixel/p.json', import.meta.url);

export async function pixelFileText(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../web/pixel/p.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    charset: 'ascii',
    tsconfigRaw: {},
    legalComments: 'none',
    write: false,
  });
  return `${JSON.stringify({ script: outputFiles[0]?.text.trim() }, null, 2)}\n`;
}
