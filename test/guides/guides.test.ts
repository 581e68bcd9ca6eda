import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { withBrowser } from '#test/kit/browser.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { until } from '#test/local/until.ts';
import { blocksOf, packed, project, runProgram } from '../packages/install.ts';

const base = temporaryFolder();
const pages = readdirSync('docs/guides').filter((name) => name !== 'README.md');
let facts: Facts;
let modules: string;
const servers: ChildProcess[] = [];

beforeAll(async () => {
  const packs = [await packed('node', base), await packed('cli', base)];
  const linked = [
    'express',
    'fastify',
    'hono',
    '@hono/node-server',
    'stripe',
    '@modelcontextprotocol/client',
  ];
  const folder = await project(
    base,
    packs.map(({ file }) => file),
    linked,
  );
  modules = join(folder, 'node_modules');
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
}, 120_000);
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
});

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  server.close();
  return port;
}
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Next itself is not installed here: its routes take a Request and return a Response, and so does this server. */
const nextServer = `import { serve } from '@hono/node-server';
  import { POST } from './app/orders/route.mjs';
  serve({ fetch: (request) => POST(request), port: 3000 });`;

/** An entry of the settings of an assistant's program. */
type Settings = { command: string; args: string[]; env: Record<string, string> };
async function toolsOf(args: string[], env: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: join(modules, '.bin', 'adtrail'), args, env }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** Whether a value has everything that the page shows of it. */
function shows(shown: unknown, value: unknown): boolean {
  if (Array.isArray(shown))
    return Array.isArray(value) && shown.every((one) => value.some((other) => shows(one, other)));
  if (typeof shown === 'object' && shown !== null)
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.entries(shown).every(([name, one]) => shows(one, (value as Record<string, unknown>)[name]))
    );
  return shown === value;
}

it.each(pages)('%s does what it says', async (page) => {
  const folder = mkdtempSync(join(base, 'guide-'));
  symlinkSync(modules, join(folder, 'node_modules'));
  const port = await freePort();
  const env = {
    ...{ ADTRAIL_BASE_URL: facts.api, ADTRAIL_PUBLIC_KEY: facts.demo.public_key },
    ...{ ADTRAIL_SECRET_KEY: facts.demo.secret_key, ADTRAIL_ACCESS_TOKEN: facts.demo.access_token },
    ...{ ADTRAIL_CONFIG_DIR: join(folder, 'config') },
    PATH: `${join(modules, '.bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  };
  // A busy machine needs longer than a reader's.
  const local = (text: string) => text.replaceAll('3000', String(port)).replace(/^sleep 2$/gm, 'sleep 6');
  const start = async (command: string) => {
    const server = spawn('bash', ['-ec', `exec env ${command}`], {
      cwd: folder,
      env: { ...plainEnvironment(), ...env },
    });
    servers.push(server);
    let stderr = '';
    server.stderr.on('data', (chunk) => (stderr += chunk));
    await until(
      async () => (server.exitCode === null ? answers(port) : Promise.reject(new Error(stderr))),
      20,
    );
    return server;
  };
  let server: ChildProcess | undefined;
  let [printed, compared] = ['', 0];
  for (const { language, info, code } of blocksOf(readFileSync(`docs/guides/${page}`, 'utf8'))) {
    if (language === 'js') {
      mkdirSync(dirname(join(folder, info)), { recursive: true });
      writeFileSync(join(folder, info), local(code));
    } else if (info === 'start') server = await start(code.trim());
    else if (info === 'next') {
      writeFileSync(join(folder, 'next-server.mjs'), local(nextServer));
      server = await start('node next-server.mjs');
    } else if (language === 'sh' && info === '') {
      const answer = await runProgram('bash', ['-ec', local(code)], { cwd: folder, env });
      expect([code, answer.code, answer.stderr]).toEqual([code, 0, expect.any(String)]);
      printed = answer.stdout;
    } else if (language === 'json' && info !== '') {
      const { key } = JSON.parse(printed);
      const [settings] = Object.values(JSON.parse(code)[info]) as [Settings];
      expect(Object.keys(settings.env)).toEqual(['ADTRAIL_BASE_URL', 'ADTRAIL_READ_KEY']);
      expect([settings.command, ...settings.args.slice(0, 3)]).toEqual(['npx', '-y', 'adtrail', 'mcp']);
      expect(await toolsOf(settings.args.slice(2), { ...env, ADTRAIL_READ_KEY: key })).toContain(
        'conversion_report',
      );
      compared++;
    } else if (language === 'json') {
      const [last = ''] = printed.trim().split('\n').slice(-1);
      const [shown, value] = [JSON.parse(code), JSON.parse(last)];
      if (!shows(shown, value)) throw new Error(`${page} shows ${code} but got ${last}`);
      compared++;
    } else if (language === 'text') {
      for (const line of code.trim().split('\n')) expect(printed).toContain(line);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(0);
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
});

it('the shop of the examples is the quickstart', async () => {
  const example = readFileSync('examples/express/shop.mjs', 'utf8');
  const guide = readFileSync('docs/guides/express.md', 'utf8');
  const lines = example.split('\n').map((line) => line.replace(/ +\/\/ .*$/, '').trim());
  expect(lines.filter((line) => line !== '').length).toBeLessThanOrEqual(10);
  // Only the last one differs: the guide closes its server.
  for (const line of lines.filter((one) => !one.startsWith('app.listen'))) expect(guide).toContain(line);
});

describe('served by the local host', () => {
  it('lead from the start page to every guide, and from there only to pages that exist', async () => {
    const start = await (await fetch(`${facts.api}/start`)).text();
    expect(start).toContain(`href="${facts.api}/docs/guides"`);
    const seen = new Set<string>();
    const visit = async (path: string) => {
      const [address = ''] = path.split('#');
      if (seen.has(address)) return;
      seen.add(address);
      const answer = await fetch(`${facts.api}${address}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      const page = await answer.text();
      for (const [, link = ''] of page.matchAll(/href="(\/docs\/guides[^"]*)"/g)) await visit(link);
    };
    await visit('/docs/guides');
    for (const page of pages) expect(seen).toContain(`/docs/guides/${page.replace('.md', '')}`);
    expect((await fetch(`${facts.api}/docs/guides/none`)).status).toBe(404);
    expect((await fetch(`${facts.api}/docs/guides/..%2F..%2Fpackage`)).status).toBe(404);
  });

  it('are readable on a phone, by everyone, with their own style', async () => {
    const visit = async (page: Page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      for (const name of ['', '/express', '/limits-and-versions', '/packages-node-README']) {
        await page.goto(`${facts.api}/docs/guides${name}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([]);
      }
      expect(complaints).toEqual([]);
    };
    await withBrowser(visit, { viewport: { width: 360, height: 740 } });
  });
});

it('are all named by their overview, and their links lead somewhere', () => {
  const overview = readFileSync('docs/guides/README.md', 'utf8');
  for (const page of pages) expect(overview).toContain(`(${page})`);
  for (const page of ['README.md', ...pages])
    for (const [, link = ''] of readFileSync(`docs/guides/${page}`, 'utf8').matchAll(
      /\]\(((?!https?:)[^)#]+)/g,
    ))
      expect([page, link, existsSync(join('docs/guides', link))]).toEqual([page, link, true]);
});
