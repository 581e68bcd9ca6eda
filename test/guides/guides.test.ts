// Slow: it starts processes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { withBrowser } from '#test/kit/browser.ts';
import { isNight } from '#test/kit/tier.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { blocksOf, packed, project } from '../packages/install.ts';
import { guideRunner } from './run-guide.ts';

const base = temporaryFolder();
const pages = readdirSync('docs/guides').filter((name) => name !== 'README.md');
/** The nightly run follows every guide. */
const followed = isNight ? pages : ['payment-webhook.md', 'import-spend.md'];
const waiting = [...followed];
const readers: Promise<void>[] = [];
const begun = new Map<string, (run: Promise<void>) => void>();
const runs = new Map(
  followed.map((page) => [page, new Promise<{ run: Promise<void> }>((resolve) => begun.set(page, (run) => resolve({ run })))]),
);
let facts: Facts;
let modules: string;
const guides = guideRunner(() => ({ base, home: base, modules, facts }));

beforeAll(async () => {
  const packs = [await packed('node', base), await packed('cli', base)];
  const linked = ['express', 'fastify', 'hono', '@hono/node-server', 'stripe', '@modelcontextprotocol/client'];
  const folder = await project(
    base,
    packs.map(({ file }) => file),
    linked,
  );
  modules = join(folder, 'node_modules');
  facts = await spawnHost(['--port', '0', '--data', join(base, '.local'), '--json']).ready();
  const reader = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const run = guides.run(page);
      begun.get(page)?.(run);
      await run.catch(() => {});
    }
  };
  readers.push(...Array.from({ length: 4 }, reader));
});
afterAll(async () => {
  waiting.length = 0;
  await Promise.all(readers);
  await guides.close();
});

// Guides mostly wait, so four run at a time.
it.each(followed)('%s does what it says', async (page) => {
  await (await runs.get(page))?.run;
});

it.each(pages)('%s installs every package that its code imports', (page) => {
  const text = readFileSync(`docs/guides/${page}`, 'utf8');
  const blocks = blocksOf(text);
  const imported = blocks
    .filter(({ language }) => ['js', 'ts', 'cjs'].includes(language))
    .flatMap(({ code }) => [...code.matchAll(/(?:from |require\()'((?!node:)(?:@[\w-]+\/)?[\w-]+)/g)])
    .map(([, name = '']) => name.replace('@adtrail/node', '"$ADTRAIL_NODE"'));
  const installed = blocks
    .filter(({ info }) => info === 'install')
    .flatMap(({ code }) =>
      code
        .replace(/^npm install /, '')
        .trim()
        .split(' '),
    );
  expect([...new Set(imported)].filter((name) => !installed.includes(name))).toEqual([]);
  expect(text).not.toMatch(/npm install (?:--global )?@adtrail/);
});

it('the shop of the examples is the quickstart', async () => {
  const example = readFileSync('examples/express/shop.mjs', 'utf8');
  const guide = readFileSync('docs/guides/express.md', 'utf8');
  const lines = example.split('\n').map((line) => line.replace(/ +\/\/ .*$/, '').trim());
  expect(lines.filter((line) => line !== '').length).toBeLessThanOrEqual(10);
  for (const line of lines.filter((one) => !one.startsWith('app.listen'))) expect(guide).toContain(line);
});

describe('served by the local host', () => {
  it('served by the local host lead from the start page to every guide and page, and from there only to pages that exist', async () => {
    const start = await (await fetch(`${facts.api}/start`)).text();
    expect(start).toContain(`href="${facts.api}/docs/guides"`);
    const seen = new Set<string>();
    const visit = async (path: string) => {
      const [address = ''] = path.split('#');
      if (seen.has(address)) return;
      seen.add(address);
      const answer = await fetch(`${facts.api}${address}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-/);
      const page = await answer.text();
      for (const [, link = ''] of page.matchAll(/href="(?!https?:)([^"#]+)/g)) {
        const { pathname } = new URL(link, `${facts.api}${address}`);
        if (/^\/docs\/(?!assets).*(?<!\.md)$/.test(pathname)) await visit(pathname);
        else expect([pathname, (await fetch(`${facts.api}${pathname}`)).status]).toEqual([pathname, 200]);
      }
    };
    await visit('/docs/guides');
    for (const page of pages) expect(seen).toContain(`/docs/guides/${page.replace('.md', '')}`);
    expect((await fetch(`${facts.api}/docs/guides/none`)).status).toBe(404);
    expect((await fetch(`${facts.api}/docs/guides/..%2F..%2Fpackage`)).status).toBe(404);
  });

  it('served by the local host are readable on a phone, by everyone, with their own style', async () => {
    const visit = async (page: Page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      for (const name of ['', '/express', '/limits-and-versions', '/../packages/node', '/../search?q=key']) {
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
    for (const [, link = ''] of readFileSync(`docs/guides/${page}`, 'utf8')
      .replace(/^```.*?^```$/gms, '')
      .matchAll(/\]\(((?!https?:)[^)#]+)/g))
      expect([page, link, existsSync(join('docs/guides', link))]).toEqual([page, link, true]);
});

it.each(pages)('%s leads to the sign-in and the values before the first block that uses them', (page) => {
  const text = readFileSync(`docs/guides/${page}`, 'utf8');
  const [first] = blocksOf(text).filter(({ code }) =>
    /\badtrail (?!--help)|\$ADTRAIL_|[ps]k_live_…|adtrail\.example\.com|ADTRAIL_/.test(code),
  );
  if (!first || /^(docker|stage)$/.test(first.info)) return;
  expect(text.slice(0, text.indexOf(first.code))).toContain('(README.md#before-you-begin)');
});
