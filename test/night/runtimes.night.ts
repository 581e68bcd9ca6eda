import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { blocksOf } from '#test/packages/install.ts';
import { sample } from '#test/packages/node/click-sources.ts';
import { covers, edgeRuntime, nextServer, programFile, reportIn, visitsOf, workerd } from './runtimes/platforms.ts';
import { mockService, runtimesProject, signedDelivery } from './runtimes/project.ts';

const base = temporaryFolder();
let folder: string;
let service: Awaited<ReturnType<typeof mockService>>;

beforeAll(async () => {
  folder = await runtimesProject(base);
  service = await mockService();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names in this pattern and accepts no other.
afterAll(async ({}, { file }) => {
  service.close();
  file.meta.covers = covers;
});

const bin = (name: string) => join(folder, 'node_modules', name);
const node = (major: number) => ({ command: () => bin(`node${major}/bin/node`), flags: [] as string[] });
const processes = {
  ...Object.fromEntries([18, 20, 22, 24].map((major) => [`Node ${major}`, node(major)])),
  Bun: { command: () => bin('.bin/bun'), flags: ['run'] },
  Deno: {
    command: () => bin('.bin/deno'),
    flags: ['run', '--quiet', '--node-modules-dir=manual', '--no-prompt', '--allow-env', '--allow-net=127.0.0.1'],
  },
};
const permitted = (flags: readonly string[], further: string[]) => (flags.includes('--no-prompt') ? [...flags, ...further] : flags);

const report = {
  clicks: [],
  webhooks: [],
  cookies: {
    edge: [sample.sid, true],
    express: [sample.sid, true, 'next'],
    next: [sample.sid, true],
    promise: sample.sid,
  },
  events: {
    matched: true,
    flushed: { undelivered: 0 },
    closed: { undelivered: 0 },
    late: 'closed',
    errors: ['closed'],
  },
};
const inputOf = (name: string) => ({
  name,
  baseUrl: service.url,
  signed: signedDelivery(),
  click: sample.sid,
});
const storedOf = (name: string) => service.events.filter(({ event_id }) => event_id.includes(`:${name}-`)).map(({ event_id }) => event_id);
const expectStored = (name: string) =>
  expect(storedOf(name)).toEqual([`order_created:${name}-1`, `order_created:${name}-2`, `signup_completed:${name}-3`]);

describe.each(Object.entries(processes))('the package in %s', (name, { command, flags }) => {
  const id = name.replace(' ', '').toLowerCase();

  it.each(['esm', 'cjs'] as const)(`the package in ${name} reads clicks, verifies webhooks and sends events as %s`, async (format) => {
    const file = await programFile(folder, 'program.ts', 'report', format);
    const input = inputOf(`${id}-${format}`);
    expect(await reportIn(command(), [...flags, file], { cwd: folder, input })).toEqual(report);
    expectStored(input.name);
  });

  it(`the package in ${name} serves node:http, Express, Fastify, Koa and the runtime's own server`, async () => {
    const file = await programFile(folder, 'shops.mjs', 'shopReport', 'esm');
    const every = name === 'Deno' ? [...flags.slice(0, 3), '--allow-all'] : flags;
    const outcomes = await reportIn(command(), [...every, file], { cwd: folder, input: inputOf(id) });
    const own = { Bun: ['Bun.serve', 'routes of Bun.serve'], Deno: ['Deno.serve'] }[name] ?? [];
    const shops = ['node:http', 'express', 'fastify', 'koa', ...own];
    const right = [sample.sid, true, sample.sid, 'credits.low'];
    expect(outcomes).toEqual(Object.fromEntries(shops.map((shop) => [shop, right])));
  });

  it(`the package in ${name} delivers what a spool of an earlier process has kept`, async () => {
    const file = await programFile(folder, 'spool-program.ts', 'spoolReport', 'esm');
    const disk = mkdtempSync(join(base, 'spool-'));
    // Deno has no permission for the name of the machine, and containers have it in their environment.
    const args = permitted(flags, [`--allow-read=${disk},${folder}`, `--allow-write=${disk}`]);
    const process = async (isLast: boolean) =>
      await reportIn(command(), [...args, file], {
        cwd: folder,
        env: { HOSTNAME: 'shop-1' },
        input: { ...inputOf(`${id}-spool`), folder: disk, isLast },
      });
    service.state.isDown = true;
    expect(await process(false)).toEqual({ undelivered: 1 });
    service.state.isDown = false;
    expect(await process(true)).toEqual({ undelivered: 0 });
    expect(storedOf(`${id}-spool`)).toEqual([`order_created:${id}-spool-spooled`]);
  });
});

describe('the package on platforms', () => {
  const expectVisits = (visits: Record<string, unknown>) => {
    const renewed = expect.stringContaining(sample.sid);
    expect(JSON.parse((visits.report as [string])[0])).toEqual(report);
    expect({ ...visits, report: 0 }).toEqual({
      report: 0,
      cookie: [sample.sid, renewed],
      header: [sample.sid, null],
      parameter: [sample.sid, null],
      order: [sample.sid, renewed],
      webhook: ['credits.low', null],
    });
  };

  it.each(['2023-01-01', '2026-07-01'])(
    'the package in workerd of %s reads clicks, verifies webhooks and sends events',
    async (compatibilityDate) => {
      const input = inputOf(`workerd-${compatibilityDate}`);
      expectVisits(await workerd(folder, input, compatibilityDate));
      expect(storedOf(input.name)).toContain(`order_created:${input.name}-kept`);
    },
  );

  it("the package in Vercel's edge-runtime reads clicks, verifies webhooks and sends events", async () => {
    const input = inputOf('edge');
    expectVisits(await edgeRuntime(folder, input));
    expect(storedOf('edge')).toContain('order_created:edge-kept');
  });

  it('the package in Next reads clicks, verifies webhooks and sends events in routes of both runtimes', async () => {
    const port = await freePort();
    const server = await nextServer(folder, port, () => inputOf('next'));
    const { input } = server;
    try {
      for (const runtime of ['nodejs', 'edge']) {
        service.events.length = 0;
        const texts: Record<string, unknown> = {};
        const visits = visitsOf(input);
        for (const [name, [path, init]] of Object.entries(visits)) {
          const response = await fetch(`http://127.0.0.1:${port}/${runtime}${path}`, init);
          texts[name] = [await response.text(), response.headers.get('set-cookie')];
        }
        expectVisits(texts);
        await until(async () => storedOf('next').includes('order_created:next-kept'), 20);
        const { headers } = visits.cookie?.[1] ?? {};
        const store = await fetch(`http://127.0.0.1:${port}/${runtime}/store`, { headers: headers ?? {} });
        expect(await store.json()).toEqual(Array(4).fill(sample.sid));
      }
      const page = await fetch(`http://127.0.0.1:${port}/`, {
        headers: visitsOf(input).cookie?.[1].headers ?? {},
      });
      expect(page.headers.get('set-cookie')).toContain(sample.sid);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${server.output()}`);
    } finally {
      server.end();
    }
  });
});

describe('the guide for Hono', () => {
  const blocks = blocksOf(readFileSync('docs/guides/hono.md', 'utf8'));
  const codeOf = (name: string) => blocks.find(({ info }) => info === name)?.code ?? '';

  it.each(Object.keys(processes))('the shop of the guide for Hono attributes a sale in %s', async (name) => {
    const port = await freePort();
    writeFileSync(join(folder, 'shop.mjs'), codeOf('shop.mjs'));
    writeFileSync(join(folder, 'server.mjs'), codeOf('server.mjs').replace('3000', String(port)));
    const { command, flags } = processes[name as keyof typeof processes] ?? node(24);
    const args = {
      Bun: ['run', '--port', String(port), 'shop.mjs'],
      Deno: ['serve', ...flags.slice(1), '--host', '127.0.0.1', '--port', String(port), 'shop.mjs'],
    }[name] ?? ['server.mjs'];
    const env = { ADTRAIL_BASE_URL: service.url, ADTRAIL_SECRET_KEY: 'sk_test_EXAMPLE', PORT: String(port) };
    const child = spawn(command(), args, { cwd: folder, env: { ...plainEnvironment(), ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    try {
      const address = `http://127.0.0.1:${port}`;
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The shop has ended: ${output}`);
        return await fetch(address).catch(() => undefined);
      }, 30);
      const number = `hono-${name.replace(' ', '').toLowerCase()}`;
      const sale = async (path: string, headers: Record<string, string>, order: string) => {
        const body = JSON.stringify({ number: order, total: 25.99 });
        const response = await fetch(`${address}${path}`, { method: 'POST', headers, body });
        expect(await response.json()).toEqual({ number: order });
      };
      await sale('/orders', { cookie: sample.cookie }, `${number}-cookie`);
      await sale(`/orders?svc_click_id=${sample.sid}`, {}, `${number}-parameter`);
      const clicks = () => service.events.filter(({ event_id }) => event_id.includes(`:${number}-`)).map((one) => one.svc_click_id);
      await until(async () => clicks().length === 2, 20);
      expect(clicks()).toEqual([sample.sid, sample.sid]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
