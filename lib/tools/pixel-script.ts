import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * The generated file is in the repository, so that neither `npm start` nor a Lambda bundle needs a build step
 * for the pixel.
 */
export const pixelFile = new URL('../../functions/api/pixel/p.json', import.meta.url);

/** Builds the text of `pixelFile`: the browser pixel of `web/pixel/`, bundled and minified. */
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
