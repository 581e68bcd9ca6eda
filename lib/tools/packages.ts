import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { thirdPartyLicences } from './third-party.ts';

export const packages = {
  node: {
    entries: {
      index: 'packages/node/src/index.ts',
      spool: 'packages/node/src/spool.ts',
      testing: 'packages/node/src/testing.ts',
      spend: 'packages/node/src/spend.ts',
      adjustments: 'packages/node/src/adjustments.ts',
      performance: 'packages/node/src/performance.ts',
      webhooks: 'packages/node/src/webhooks.ts',
      express: 'web/snippets/express.ts',
      next: 'web/snippets/next.ts',
      edge: 'web/snippets/edge.ts',
    },
  },
  cli: { entries: { adtrail: 'packages/cli/src/adtrail.ts' }, isProgram: true },
  'dynamo-sqlite': {
    entries: {
      index: 'packages/dynamo-sqlite/src/index.ts',
      threads: 'packages/dynamo-sqlite/src/threads.ts',
      'from-dynoxide': 'packages/dynamo-sqlite/src/from-dynoxide.ts',
      'checkpoint-worker': 'packages/dynamo-sqlite/src/checkpoint-worker.ts',
    },
    isForNode: true,
  },
} as const satisfies Record<string, { entries: Record<string, string>; isProgram?: true; isForNode?: true }>;
export type PackageName = keyof typeof packages;

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const packageFolder = (name: PackageName): string => join(root, 'packages', name);

const options: BuildOptions = {
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  external: ['node:*'],
  charset: 'utf8',
  legalComments: 'none',
  tsconfigRaw: {},
};

export async function minified(entry: string): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(root, entry)],
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Modules that run everywhere have a `require` form in addition to `import`. */
export async function buildPackage(name: PackageName, folder = packageFolder(name)): Promise<void> {
  const dist = join(folder, 'dist');
  await rm(dist, { recursive: true, force: true });
  const entries: Record<string, string> = packages[name].entries;
  const entryPoints = Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(root, file)]));
  if ('isProgram' in packages[name]) {
    const { metafile } = await build({
      ...options,
      entryPoints,
      outdir: dist,
      format: 'esm',
      platform: 'node',
      minify: true,
      metafile: true,
      splitting: true,
      chunkNames: '[name]-[hash]',
      banner: { js: '#!/usr/bin/env node' },
    });
    await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences(metafile));
    for (const entry of Object.keys(entries)) await chmod(join(dist, `${entry}.js`), 0o755);
    return;
  }
  const isForNode = 'isForNode' in packages[name];
  if (isForNode) await build({ ...options, entryPoints, outdir: dist, format: 'esm', platform: 'node', splitting: true });
  else
    for (const [format, extension] of [
      ['esm', '.js'],
      ['cjs', '.cjs'],
    ] as const)
      await build({ ...options, entryPoints, outdir: dist, format, outExtension: { '.js': extension } });
  await declare(Object.values(entryPoints), dist, isForNode ? ['js'] : ['js', 'cjs']);
}

const imported = /(from |import\()(['"])[^'"]*?([\w-]+)\.ts\2/g;

/** Type declarations for `require` differ only in the names of their imports. */
async function declare(entryPoints: readonly string[], dist: string, formats: readonly ('js' | 'cjs')[]): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'adtrail-types-'));
  try {
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const flags =
      '--declaration --emitDeclarationOnly --ignoreConfig --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --lib esnext,dom --types node --allowImportingTsExtensions --skipLibCheck';
    await promisify(execFile)(tsc, [...flags.split(' '), '--rootDir', root, '--outDir', out, ...entryPoints], {
      cwd: root,
    });
    const texts = new Map<string, string>();
    for (const file of await readdir(out, { recursive: true }))
      if (file.endsWith('.d.ts')) texts.set(basename(file, '.d.ts'), await readFile(join(out, file), 'utf8'));
    const isPublic = new Set<string>();
    const visit = (name: string) => {
      if (isPublic.has(name)) return;
      isPublic.add(name);
      for (const [, , , other = ''] of (texts.get(name) ?? '').matchAll(imported)) visit(other);
    };
    for (const file of entryPoints) visit(basename(file, '.ts'));
    for (const name of isPublic) {
      for (const format of formats) {
        const text = texts.get(name)?.replace(imported, `$1$2./$3.${format}$2`) ?? '';
        await writeFile(join(dist, `${name}.d.${format === 'js' ? 'ts' : 'cts'}`), text);
      }
    }
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
