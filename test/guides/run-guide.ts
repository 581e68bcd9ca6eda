import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { until } from '#test/kit/until.ts';
import { blocksOf, runProgram } from '../packages/install.ts';
import { visitShopify } from './shopify.ts';

/** `home` has what the reader has: the data of the host in `.local`, and the archives in `dist/packages`. */
type Setting = { base: string; home: string; modules: string; facts: Facts; node?: string };
type Variables = Record<string, string>;
type Block = ReturnType<typeof blocksOf>[number];

const isHere = (command: string) => spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0;

/** Next is not installed here. */
const nextServer = `import { serve } from '@hono/node-server';
  import { POST } from './app/orders/route.mjs';
  serve({ fetch: (request) => POST(request), port: 3000 });`;

/** The word behind a block's language is a file name, `start`, `open`, `console` or a required program. */
export function guideRunner(setting: () => Setting) {
  let browser: Promise<Browser> | undefined;
  const servers: ChildProcess[] = [];
  const missing = new Set<string>();
  const variablesAfter = async (page: string, before?: Variables) => {
    browser ??= launchBrowser();
    const run = await opened(setting(), page, { browser: await browser, servers, missing }, before);
    try {
      for (const block of blocksOf(readFileSync(`docs/guides/${page}`, 'utf8'))) await run.block(block);
      if (before) expect(run.compared()).toBeGreaterThan(0);
      return run.variables();
    } finally {
      await run.close();
    }
  };
  // A reader signs in and sets the values once, before the first guide.
  let signedIn: Promise<Variables> | undefined;
  return {
    async run(page: string) {
      signedIn ??= variablesAfter('README.md');
      await variablesAfter(page, await signedIn);
    },
    async close() {
      await (await browser)?.close();
      for (const server of servers) endGroup(server, 'SIGKILL');
      if (missing.size > 0) process.stdout.write(`Not on this machine, so not run in guides: ${[...missing].join(', ')}.\n`);
    },
  };
}

type Shared = { browser: Browser; servers: ChildProcess[]; missing: Set<string> };

async function opened({ base, home, modules, facts, node = process.execPath }: Setting, page: string, shared: Shared, before?: Variables) {
  const folder = mkdtempSync(join(base, 'guide-'));
  symlinkSync(modules, join(folder, 'node_modules'));
  const port = await freePort();
  const demo = JSON.parse(readFileSync(join(home, '.local', 'demo.json'), 'utf8'));
  let env: Variables = before ?? {
    ADTRAIL_CONFIG_DIR: join(folder, 'config'),
    PYTHONDONTWRITEBYTECODE: '1',
    PATH: `${join(modules, '.bin')}${delimiter}${dirname(node)}${delimiter}${process.env.PATH}`,
  };
  const local = (text: string) =>
    text
      .replaceAll('3000', String(port))
      .replaceAll('http://127.0.0.1:3007', facts.api)
      .replaceAll('https://adtrail.example.com', facts.api)
      .replaceAll('~/adtrail', home)
      .replaceAll('pk_live_…', env.ADTRAIL_PUBLIC_KEY ?? demo.public_key)
      .replaceAll('sk_live_…', demo.secret_key)
      // The operator reads the token where `npm start` prints it.
      .replaceAll('op_…', facts.operator_token)
      .replace(/^sleep 2$/gm, 'sleep 6');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), local(text));
  };
  copyClient(page.replace('.md', ''), folder);
  let server: ChildProcess | undefined;
  let files: Server | undefined;
  let tab: Page | undefined;
  let [printed, count, isSkipped] = ['', 0, false];
  const lacks = (command: string) => {
    if (isHere(command)) return false;
    shared.missing.add(command);
    isSkipped = true;
    count++;
    return true;
  };
  const start = async (command: string) => {
    server = spawn('bash', ['-ec', `exec env ${command}`], {
      cwd: folder,
      env: { ...plainEnvironment(), ...env },
      // `go run` does not end its program, so the process has its own group.
      detached: true,
    });
    shared.servers.push(server);
    const child = server;
    let stderr = '';
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    await until(async () => (child.exitCode === null ? answers(port) : Promise.reject(new Error(stderr))), 30);
  };
  // Blocks are pasted into one shell, so the variables of a block are there in the next.
  const shell = async (code: string, cwd = folder) => {
    const variables = join(folder, '.variables');
    const script = `set -a\n${local(code)}\nenv -0 > '${variables}'`;
    const answer = await runProgram('bash', ['-ec', script], { cwd, env });
    if (answer.code !== 0) throw new Error(`${page}: ${code} ended with ${answer.code}: ${answer.stderr}`);
    env = Object.fromEntries(
      readFileSync(variables, 'utf8')
        .split('\0')
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    printed = answer.stdout;
  };
  const open = async (address: string) => {
    if (!server && !files) {
      files = createServer((request, response) => {
        const name = join(folder, new URL(request.url ?? '', 'http://localhost').pathname);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        const isFile = existsSync(name) && name.endsWith('.html');
        response.end(isFile ? readFileSync(name) : '<!doctype html>');
      });
      await listen(files, port);
    }
    tab ??= await (await shared.browser.newContext()).newPage();
    await tab.context().clearCookies();
    await tab.goto(local(address.trim()));
    await tab.waitForFunction('typeof window.svc?.sid === "function"');
  };

  return {
    compared: () => count,
    variables: () => env,
    async block({ language, info, code }: Block) {
      const [word = '', program] = info.split(' ');
      if (info === 'install' || isSkipped) return;
      if (info === 'start' || (word === 'start' && program && !lacks(program))) return await start(local(code.trim()));
      if (info === 'next') {
        write('next-server.mjs', nextServer);
        return await start('node next-server.mjs');
      }
      if (info === 'open') return await open(code);
      if (info === 'console') {
        const expression = `(async () => { const last = [${code.trim()}].at(-1); return last; })()`;
        printed = JSON.stringify((await tab?.evaluate(expression)) ?? null);
        return;
      }
      // test/local/self-hosted.test.ts builds and runs the image, test/move/ moves a folder to a stage.
      if (info === 'docker' || info === 'stage') return;
      if (info === 'repository') return await shell(code, process.cwd());
      if (language === 'sh' && (info === '' || info === 'set' || (program === undefined && !lacks(word)))) return await shell(code);
      if (language === 'sh') return;
      if (language === 'nginx' && lacks('nginx')) isSkipped = false;
      if (info.includes('.')) {
        write(info, code);
        if (info === 'custom-pixel.js') await visitShopify(local(code), facts.api);
        return;
      }
      if (language === 'json' && info !== '') {
        const { key } = JSON.parse(printed);
        const [settings] = Object.values(JSON.parse(code)[info]) as [Settings];
        if ('url' in settings) {
          const headers = {
            ...settings.headers,
            Authorization: settings.headers.Authorization.replace('rk_live_…', key),
          };
          expect(await toolsAt(local(settings.url), headers)).toContain('conversion_report');
          count++;
          return;
        }
        expect(Object.keys(settings.env)).toEqual(['ADTRAIL_BASE_URL', 'ADTRAIL_READ_KEY']);
        expect([settings.command, settings.args[0]]).toEqual(['adtrail', 'mcp']);
        const tools = await toolsOf(join(modules, '.bin', 'adtrail'), settings.args, {
          ...env,
          ADTRAIL_READ_KEY: key,
        });
        expect(tools).toContain('conversion_report');
        count++;
        return;
      }
      if (language === 'json') {
        const [last = ''] = printed.trim().split('\n').slice(-1);
        if (!shows(JSON.parse(code), JSON.parse(last || 'null'))) throw new Error(`${page} shows ${code} but got ${last}`);
        count++;
      } else if (language === 'text') {
        for (const line of code.trim().split('\n')) expect(printed).toContain(line);
        count++;
      } else throw new Error(`${page}: nothing runs a block of ${language} "${info}".`);
    },
    async close() {
      await tab?.context().close();
      files?.closeAllConnections();
      files?.close();
      if (server?.exitCode !== null || !server) return;
      const child = server;
      endGroup(child, 'SIGTERM');
      const timer = setTimeout(() => endGroup(child, 'SIGKILL'), 5000);
      await once(child, 'close');
      clearTimeout(timer);
    },
  };
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {}
}

function copyClient(language: string, folder: string): void {
  if (!existsSync(`examples/${language}`) || language === 'express') return;
  for (const name of readdirSync(`examples/${language}`))
    if (/^adtrail\.|^go\.mod$/.test(name)) copyFileSync(`examples/${language}/${name}`, join(folder, name));
}

type Settings = { command: string; args: string[]; env: Record<string, string> } | { url: string; headers: { Authorization: string } };
async function toolsAt(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}
async function toolsOf(command: string, args: string[], env: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, env }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

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

function shows(shown: unknown, value: unknown): boolean {
  if (Array.isArray(shown)) return Array.isArray(value) && shown.every((one) => value.some((other) => shows(one, other)));
  if (typeof shown === 'object' && shown !== null)
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.entries(shown).every(([name, one]) => shows(one, (value as Record<string, unknown>)[name]))
    );
  return shown === value;
}
