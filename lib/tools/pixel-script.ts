import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';

/** The built pixel is committed, so `npm start` and Lambda bundles need no build step. */
export const pixelFile = new URL('../../functions/api/pixel/p.json', import.meta.url);

/** Properties of our own objects that are neither stored, sent, nor used by pages. */
const internalNames =
  /^(?:sentName|isClick|hasNetworkId|parameters|query|adGroup|adId|medium|term|cookieDomain|say|use|drop|forget|save|read|last|api|soon)$/;

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
    mangleProps: internalNames,
    write: false,
  });
  // The pixel has a budget of 5,000 bytes; a second minifier saves 200 of them.
  const { code } = await minify(outputFiles[0]?.text ?? '', {
    ecma: 2020,
    compress: { passes: 3 },
    format: { ascii_only: true },
  });
  return `${JSON.stringify({ script: code }, null, 2)}\n`;
}
