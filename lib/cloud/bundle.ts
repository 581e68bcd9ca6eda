import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { sources } from '#functions/api/docs/assets.ts';
import { renderPages } from '#functions/api/docs/pages.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { addCodeCache } from './bundle/code-cache.ts';
import type { ServiceFunction } from './functions.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const assets: Record<string, Record<string, () => string>> = { docs: sources };

type Entry = Pick<ServiceFunction, 'name' | 'entry'>;

/** A bundle is CommonJS, because `node:http` in an ES module takes 31 ms of cold start, against 3 ms. */
export async function bundle(functions: readonly Entry[], folder = here('../../dist/functions')): Promise<string> {
  await buildAll(functions, folder);
  await forEachConcurrent(functions, availableParallelism(), ({ name }) => addCodeCache(join(folder, name)));
  return folder;
}

export async function buildAll(functions: readonly Entry[], folder: string): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: functions.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: folder,
    absWorkingDir: resolve(here('../..')),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // A script from V8's code cache cannot import, so dynamic imports become `require`.
    supported: { 'dynamic-import': false },
    minify: true,
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': here('bundle/env-credentials.ts') },
    inject: [here('bundle/import-meta.ts')],
    define: { 'import.meta.url': 'importMetaUrl' },
    // --enable-source-maps costs 8 ms of every cold start, so the maps are not deployed.
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    external: ['marked'],
    logLevel: 'warning',
    metafile: true,
  });
  // Lambda has no package.json, so the bundle's folder states that its files are CommonJS.
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  await Promise.all(functions.map(({ name }) => copyAssets(assets[name] ?? {}, join(folder, name, 'assets'))));
  if (functions.some(({ name }) => name === 'docs'))
    await writeFile(join(folder, 'docs', 'assets', 'pages.json'), JSON.stringify(await renderPages()));
  return metafile;
}

async function copyAssets(files: Record<string, () => string>, folder: string): Promise<void> {
  for (const [name, file] of Object.entries(files)) {
    await mkdir(folder, { recursive: true });
    await copyFile(file(), join(folder, name));
  }
}
