import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { testTransport } from '#packages/node/src/testing.ts';
import { newWebhookSecret, signedHeaders } from '#shared/webhooks/rules/signature.ts';
import { packed, run } from '#test/packages/install.ts';

export const versions = {
  node18: '18.20.8',
  node20: '20.20.2',
  node22: '22.23.3',
  node24: '24.21.0',
  bun: '1.4.5',
  deno: '2.9.6',
  miniflare: '4.20260730.0',
  '@edge-runtime/vm': '5.0.0',
  next: '16.4.6',
} as const;
const frameworks = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  hono: '4.13.19',
  express: '5.3.0',
  fastify: '5.12.8',
  koa: '3.3.0',
  '@hono/node-server': '2.1.8',
};

/** The runtimes are npm packages, so the machine needs no other program. */
export async function runtimesProject(base: string): Promise<string> {
  const { file } = await packed('node', base);
  const folder = join(base, 'runtimes');
  mkdirSync(folder);
  const named = Object.entries({ ...versions, ...frameworks }).map(([name, version]) => [
    name,
    /^node\d/.test(name) ? `npm:node@${version}` : version,
  ]);
  const dependencies = { ...Object.fromEntries(named), '@adtrail/node': `file:${file}` };
  const manifest = { name: 'runtimes', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // The packages of Node, Bun and Deno put their binary in its place when they are installed.
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
  });
  return folder;
}

/** Imports of the sources become imports of the installed package. */
const installed: Plugin = {
  name: 'installed',
  setup: ({ onResolve }) => {
    onResolve({ filter: /(packages\/node\/src|web\/snippets)\/[\w-]+\.ts$/ }, ({ path }) => {
      const [, entry] = /([\w-]+)\.ts$/.exec(path) ?? [];
      return { path: entry === 'index' ? '@adtrail/node' : `@adtrail/node/${entry}`, external: true };
    });
  },
};

export async function compiled(code: string, to: string, format: 'esm' | 'cjs'): Promise<void> {
  await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: to,
    format,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    plugins: [installed],
    external: ['node:*'],
  });
}

/** The file contains the package, for runtimes without modules on a disk. */
export async function bundled(from: string, to: string, format: 'esm' | 'iife'): Promise<void> {
  await build({
    entryPoints: [from],
    outfile: to,
    format,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    conditions: ['import'],
    mainFields: ['module'],
    globalName: 'program',
  });
}

export function signedDelivery() {
  const [secret, otherSecret] = [newWebhookSecret(), newWebhookSecret()];
  const body = JSON.stringify({
    type: 'credits.low',
    id: 'evt_EXAMPLE',
    note: 'Zürich',
    data: { balance: 2 },
  });
  return {
    secret,
    otherSecret,
    body,
    headers: signedHeaders([secret], { id: 'evt_EXAMPLE', at: Date.now(), body }),
  };
}

/** The service of `@adtrail/node/testing` on loopback, which can refuse all requests for a while. */
export async function mockService() {
  const transport = testTransport();
  const state = { isDown: false };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (state.isDown) {
      response.writeHead(503).end();
      return;
    }
    const url = `http://127.0.0.1${request.url}`;
    const answer = await transport.fetch(url, { method: 'POST', headers: {}, body } as never);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    events: transport.events,
    state,
    close: () => server.close(),
  };
}
