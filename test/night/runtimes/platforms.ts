import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { until } from '#test/kit/until.ts';
import { runProgram } from '#test/packages/install.ts';
import { bundled, compiled, type signedDelivery, versions } from './project.ts';

const program = join(import.meta.dirname, 'program.ts');

export async function reportIn(
  command: string,
  args: readonly string[],
  { cwd, input, env = {} }: { cwd: string; input: object; env?: Record<string, string> },
): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runProgram(command, args, {
    cwd,
    env: { ...env, RUN_INPUT: JSON.stringify(input), NO_COLOR: '1' },
  });
  const [, text] = /^REPORT (.*)$/m.exec(stdout) ?? [];
  if (!text) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(text);
}

/** Returns the file of a program that prints what the function of a module reports. */
export async function programFile(folder: string, module: string, report: string, format: 'esm' | 'cjs'): Promise<string> {
  const name = module.replace(/\.\w+$/, format === 'esm' ? '.mjs' : '.cjs');
  const code = `import { ${report} } from './${module}';
    ${report}(JSON.parse(process.env.RUN_INPUT)).then((outcome) => console.log('REPORT ' + JSON.stringify(outcome)));`;
  await compiled(code, join(folder, name), format);
  return name;
}

const moduleOfProgram = `export { report } from ${JSON.stringify(program)};
  export { clickFrom, Adtrail } from '#packages/node/src/index.ts';
  export { verifyWebhook } from '#packages/node/src/webhooks.ts';
  export { withClickCookie } from '../../../web/snippets/edge.ts';
  export { keepClickCookie, clickOfCookies } from '../../../web/snippets/next.ts';`;

/** The handler reads the click and the webhook of a real request, and sends an event that outlives the response. */
const handler = `
export const handler = (input, waitUntil) => withClickCookie(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/report') return Response.json(await report(input));
  if (request.method === 'POST')
    return new Response(await verifyWebhook(request, input.signed.secret).then(({ type }) => type, ({ code }) => code));
  if (pathname === '/order') {
    const adtrail = new Adtrail({ secretKey: 'sk_test_EXAMPLE', baseUrl: input.baseUrl, serverless: true });
    adtrail.order({ orderId: input.name + '-kept', value: 1, currency: 'EUR', click: clickFrom(request) }, { waitUntil });
  }
  return new Response(clickFrom(request) ?? 'none', { headers: { 'content-type': 'text/html' } });
});`;

async function fetchModule(folder: string): Promise<void> {
  await compiled(moduleOfProgram, join(folder, 'program-module.mjs'), 'esm');
  writeFileSync(
    join(folder, 'handler.mjs'),
    `import { Adtrail, clickFrom, report, verifyWebhook, withClickCookie } from './program-module.mjs';
     export * from './program-module.mjs';${handler}`,
  );
}

export async function workerd(folder: string, input: object, compatibilityDate: string) {
  await fetchModule(folder);
  writeFileSync(
    join(folder, 'worker-source.mjs'),
    `import { handler } from './handler.mjs';
     export default { fetch: (request, { INPUT }, context) =>
       handler(JSON.parse(INPUT), (promise) => context.waitUntil(promise))(request) };`,
  );
  await bundled(join(folder, 'worker-source.mjs'), join(folder, 'worker.mjs'), 'esm');
  writeFileSync(
    join(folder, 'workerd.mjs'),
    `import { readFileSync } from 'node:fs';
     import { Miniflare } from 'miniflare';
     const { input, compatibilityDate, visits } = JSON.parse(process.env.RUN_INPUT);
     const worker = new Miniflare({
       modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync('worker.mjs', 'utf8') }],
       compatibilityDate, bindings: { INPUT: JSON.stringify(input) },
     });
     const texts = {};
     for (const [name, [path, init]] of Object.entries(visits)) {
       const response = await worker.dispatchFetch('http://shop.example' + path, init);
       texts[name] = [await response.text(), response.headers.get('set-cookie')];
     }
     await worker.dispose();
     console.log('REPORT ' + JSON.stringify(texts));`,
  );
  return await reportIn(join(folder, 'node_modules/node22/bin/node'), ['workerd.mjs'], {
    cwd: folder,
    input: { input, compatibilityDate, visits: visitsOf(input) },
  });
}

export async function edgeRuntime(folder: string, input: object) {
  await fetchModule(folder);
  await bundled(join(folder, 'handler.mjs'), join(folder, 'edge.js'), 'iife');
  writeFileSync(
    join(folder, 'edge-runtime.mjs'),
    `import { readFileSync } from 'node:fs';
     import { EdgeVM } from '@edge-runtime/vm';
     const { input, visits } = JSON.parse(process.env.RUN_INPUT);
     const vm = new EdgeVM();
     vm.evaluate(readFileSync('edge.js', 'utf8'));
     vm.evaluate('var EdgeRuntime = "edge-runtime"; var kept = [];');
     vm.evaluate('var handle = program.handler(' + JSON.stringify(input) + ', (promise) => kept.push(promise));');
     const texts = {};
     for (const [name, [path, init]] of Object.entries(visits)) {
       const request = 'new Request(' + JSON.stringify('http://shop.example' + path) + ',' + JSON.stringify(init) + ')';
       texts[name] = JSON.parse(await vm.evaluate('handle(' + request + ').then(async (answer) => ' +
         'JSON.stringify([await answer.text(), answer.headers.get("set-cookie")]))'));
     }
     await vm.evaluate('Promise.all(kept)');
     console.log('REPORT ' + JSON.stringify(texts));`,
  );
  return await reportIn(join(folder, 'node_modules/node22/bin/node'), ['edge-runtime.mjs'], {
    cwd: folder,
    input: { input, visits: visitsOf(input) },
  });
}

type Visit = [path: string, init: { method?: string; headers?: Record<string, string>; body?: string }];

export function visitsOf(input: object): Record<string, Visit> {
  const { signed, click } = input as { signed: ReturnType<typeof signedDelivery>; click: string };
  const value = encodeURIComponent(JSON.stringify({ sid: click, ts: Date.now(), v: 1 }));
  const headers = { cookie: `svc_sid=${value}`, accept: 'text/html' };
  return {
    report: ['/report', {}],
    cookie: ['/', { headers }],
    header: ['/', { headers: { 'x-svc-click-id': click } }],
    parameter: [`/?svc_click_id=${click}`, {}],
    order: ['/order', { headers }],
    webhook: ['/hooks', { method: 'POST', headers: signed.headers, body: signed.body }],
  };
}

const route = (runtime: string) => `
import { cookies } from 'next/headers';
import { after } from 'next/server';
import { clickFrom, clickOfCookies, handler } from '../../../handler.mjs';
export const runtime = '${runtime}';
export const dynamic = 'force-dynamic';
const answer = async (request) => {
  const path = new URL(request.url).pathname.replace('/${runtime}', '');
  if (path === '/store')
    return Response.json([await clickFrom(cookies()), clickFrom(await cookies()), clickOfCookies(await cookies())?.sid, clickFrom(request)]);
  const inner = path === '/report' || path === '/order' ? new Request('http://shop.example' + path, { headers: request.headers }) : request;
  return await handler(JSON.parse(process.env.RUN_INPUT), after)(inner);
};
export { answer as GET, answer as POST };`;

/** The routes run in Node and in the edge runtime; the middleware issues the cookie. */
export async function nextServer(folder: string, port: number, inputNow: () => object) {
  await fetchModule(folder);
  const files = {
    'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
    'app/page.js': 'export default () => <h1>Shop</h1>;',
    'app/nodejs/[[...path]]/route.js': route('nodejs'),
    'app/edge/[[...path]]/route.js': route('edge'),
    'middleware.js': `import { NextResponse } from 'next/server';
      import { keepClickCookie } from '@adtrail/node/next';
      export const middleware = (request) => keepClickCookie(request, NextResponse.next());
      export const config = { matcher: '/' };`,
    'next.config.mjs': 'export default { turbopack: { root: import.meta.dirname } };',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const next = ['node_modules/next/dist/bin/next'];
  const env = { ...plainEnvironment(), NEXT_TELEMETRY_DISABLED: '1' };
  const node = join(folder, 'node_modules/node22/bin/node');
  const start = (args: string[], input?: object) => {
    const child = spawn(node, [...next, ...args], {
      cwd: folder,
      env: { ...env, RUN_INPUT: JSON.stringify(input) },
    });
    const state = { output: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (state.output += part));
    return { child, state };
  };
  const { child, state } = start(['build']);
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`next build ended with ${code}: ${state.output}`);
  // A delivery is refused after five minutes, and a build can take as long.
  const input = inputNow();
  const server = start(['start', '-p', String(port), '-H', '127.0.0.1'], input);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status === 200, 60);
  return { input, end: () => server.child.kill('SIGKILL'), output: () => server.state.output };
}

export const covers = Object.entries(versions)
  .map(([name, version]) => `${/^node\d/.test(name) ? 'Node' : name} ${version}`)
  .join(', ');
