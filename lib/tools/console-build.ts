import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fontFace, fontFile, tokens } from '#shared/values/look.ts';
import { type Description, operatorFields } from './operator-fields.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'web/console');
export const consoleFolder = join(root, 'dist/console');

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [
    ...files,
    ...[
      'openapi.json',
      'shared/values/look.ts',
      'package-lock.json',
      'lib/tools/console-build.ts',
      'lib/tools/operator-fields.ts',
      ...sharedRules,
    ].map((name) => join(root, name)),
  ])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

export function isConsoleBuilt(folder = consoleFolder): boolean {
  const stampFile = join(folder, '.sources');
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash();
}

export async function buildConsole(folder = consoleFolder): Promise<void> {
  // Vite and React follow NODE_ENV, and a development build of the console would not run.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const stamp = sourcesHash();
  const staging = mkdtempSync(`${folder}-`);
  try {
    await build({
      root: sources,
      base: '/console/',
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic' } },
      plugins: consolePlugins(),
      build: {
        outDir: staging,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 1000,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Many small chunks compress worse, so the first load is one chunk.
          output: { codeSplitting: { groups: [{ name: 'first', test: firstLoad }] } },
        },
      },
    });
    writeFileSync(join(staging, '.sources'), stamp);
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!isConsoleBuilt(folder)) throw error;
  }
}

const firstLoad = /web\/console\/(app\/(?!account-menu)|sign-in\/)/;

const forOperators = /^\/api\/v1\/(dev|dev-auth)\//;
export const consolePlugins = (): Plugin[] => [
  operations(
    'virtual:operations',
    (path) => path.startsWith('/api/v1/') && !forOperators.test(path) && !path.startsWith('/api/v1/webhooks/'),
  ),
  operations('virtual:operator-operations', (path) => forOperators.test(path)),
  ofDescription('virtual:operator-fields', (description) => operatorFields(description, (path) => forOperators.test(path))),
  look(),
  withoutScrollContainer(),
  nothingOfTheServer(),
];

const fontPath = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/${fontFile}`));

/** The style sheet is a link of the page, so that the font loads before any script. */
function look(): Plugin {
  const id = 'virtual:look.css';
  return {
    name: 'look',
    resolveId: (name) => (name === id ? `\0${id}` : null),
    load: (name) => (name === `\0${id}` ? `${fontFace(JSON.stringify(fontPath))}\n${tokens}` : null),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return font ? [{ tag: 'link', attrs: { ...attrs, href: `/console/${font}` }, injectTo: 'head' }] : [];
      },
    },
  };
}

/** No page uses Mantine's scroll container, but every table would load its 20 KB. */
function withoutScrollContainer(): Plugin {
  const id = '\0no-scroll-container';
  return {
    name: 'without-scroll-container',
    enforce: 'pre',
    resolveId: (name) => (/\/TableScrollContainer\.mjs$/.test(name) ? id : null),
    load: (name) => (name === id ? 'export const TableScrollContainer = undefined;' : null),
  };
}

function ofDescription(id: string, contentOf: (description: Description) => unknown): Plugin {
  return {
    name: id,
    resolveId: (name) => (name === id ? `\0${id}` : null),
    load: (name) =>
      name === `\0${id}`
        ? `export default ${JSON.stringify(contentOf(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))))}`
        : null,
  };
}

const operations = (id: string, isMeant: (path: string) => boolean) =>
  ofDescription(id, ({ paths }) => {
    const map: Record<string, string> = {};
    for (const [path, methods] of Object.entries(paths)) {
      if (!isMeant(path)) continue;
      for (const [method, { operationId }] of Object.entries(methods))
        if (operationId) map[operationId] = `${method.toUpperCase()} ${path}`;
    }
    return map;
  });

const sharedRules = [
  'shared/values/csv.ts',
  'shared/conversions/rules/landing-parameters.ts',
  ...['order-columns', 'order-exports', 'own', 'paddle', 'shopify', 'stripe', 'woocommerce'].map(
    (name) => `shared/orders/rules/${name}.ts`,
  ),
  'shared/values/currencies.ts',
  ...['currency-words', 'dates', 'file-text', 'languages', 'month-names', 'number-reader', 'numbers'].map(
    (name) => `shared/files/${name}.ts`,
  ),
  ...[
    'number-formats',
    'other-files',
    'plain-table',
    'read-workbook',
    'sheet-table',
    'workbook-parts',
    'workbook-problem',
    'xml-parts',
    'zip-entries',
  ].map((name) => `shared/files/workbooks/${name}.ts`),
];

/** No other code of the service may reach the browser. */
function nothingOfTheServer(): Plugin {
  return {
    name: 'nothing-of-the-server',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const path = relative(root, id.replace(/^\0/, '').replace(/\?.*$/, ''));
        if (
          (/^(functions|shared|lib|bin|test)\//.test(path) && !sharedRules.includes(path)) ||
          /node_modules\/(zod|@aws-sdk|@middy)\//.test(path)
        )
          this.error(`${path} is part of the service and must not be in the console.`);
      }
    },
  };
}
