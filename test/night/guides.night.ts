// Guides with Node 20, the oldest that they name, and with the demo account's history, as a reader has it.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { guideRunner } from '../guides/run-guide.ts';
import { packed, project, run } from '../packages/install.ts';

const base = temporaryFolder();
const pages = readdirSync('docs/guides').filter((name) => name !== 'README.md');
let facts: Facts;
let modules: string;
let node: string;
const guides = guideRunner(() => ({ base, home: base, modules, facts, node }));

beforeAll(async () => {
  const packs = [await packed('node', base), await packed('cli', base)];
  const servers = ['express', 'fastify', 'hono', '@hono/node-server', 'stripe', '@modelcontextprotocol/client'];
  const files = packs.map(({ file }) => file);
  modules = join(await project(base, files, servers), 'node_modules');
  const old = join(base, 'node-20');
  mkdirSync(old);
  await run('npm', ['install', '--prefix', old, '--no-audit', '--no-fund', '--loglevel=error', 'node@20']);
  node = join(old, 'node_modules', 'node', 'bin', 'node');
  expect((await run(node, ['--version'])).stdout).toMatch(/^v20\./);
  const data = ['--data', join(base, '.local')];
  facts = await spawnHost(['--port', '0', ...data, '--json'], {}, { withHistory: true }).ready();
}, 600_000);
afterAll(() => guides.close());

it.each(pages)('%s does what it says with Node 20', async (page) => await guides.run(page), 300_000);
