// Slow: it reads every page.
import { readdirSync } from 'node:fs';
import { Marked } from 'marked';
import { launchBrowser } from '#test/kit/browser.ts';
import { serveDocs } from './serve.ts';

const guides = readdirSync('docs/guides').map((name) => name.replace('.md', ''));
const rules = readdirSync('docs/api').map((name) => name.replace('.md', ''));
const addresses = [
  'guides',
  'api',
  'webhooks',
  'pixel',
  'findings',
  'console',
  'changelog',
  'examples',
  'packages/node',
  'packages/cli',
  'packages/node-changelog',
  'packages/cli-changelog',
  'packages/dynamo-sqlite',
  'packages/dynamo-sqlite-changelog',
  ...guides.filter((name) => name !== 'README').map((name) => `guides/${name}`),
  ...rules.filter((name) => name !== 'README').map((name) => `api/${name}`),
];

describe.each(['', '/prod'])('the documentation below %j', (prefix) => {
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs(prefix);
  });
  afterAll(() => server.close());
  const read = async (path: string, accept?: string) => {
    const answer = await fetch(`${server.base}${path}`, { ...(accept && { headers: { accept } }) });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const rootPath = () => new URL(server.base).pathname.replace(/\/$/, '');

  it('every page of customers is served as HTML and as Markdown', async () => {
    for (const address of addresses) {
      const page = await read(`/docs/${address}`);
      expect([address, page.status, page.type]).toEqual([address, 200, 'text/html; charset=utf-8']);
      const byName = await read(`/docs/${address}.md`);
      const byHeader = await read(`/docs/${address}`, 'text/markdown, */*;q=0.1');
      for (const one of [byName, byHeader]) expect([address, one.status, one.type]).toEqual([address, 200, 'text/markdown; charset=utf-8']);
      expect(byHeader.text).toBe(byName.text);
      expect(byName.text).toMatch(/^# \S/);
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect((await read('/docs/webhooks', browser)).type).toBe('text/html; charset=utf-8');
    expect((await read('/docs/webhooks', 'text/html;q=0.5, text/markdown;q=0.4')).type).toMatch(/^text\/html/);
  });

  it('every page is in a named group of the navigation', async () => {
    expect((await read('/docs/guides')).text).not.toContain('<p>More</p>');
  });

  it('every link of every page leads to a page, and to a section of it that exists', async () => {
    const anchorsOf = ({ text }: { text: string }) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const pages = new Map<string, Awaited<ReturnType<typeof read>>>(
      await Promise.all(addresses.map(async (address) => [`/docs/${address}`, await read(`/docs/${address}`)] as const)),
    );
    const wrong: string[] = [];
    let count = 0;
    for (const [path, page] of pages)
      for (const [, link = ''] of page.text.matchAll(/ (?:href|action)="(?!https?:|mailto:)([^"]+)"/g)) {
        count++;
        const url = new URL(link, `${server.base}${path}`);
        const target = url.pathname.slice(rootPath().length);
        if (target === '/console') continue;
        const { status, text } = pages.get(target) ?? (await read(target));
        const anchor = decodeURIComponent(url.hash.slice(1));
        const isThere = anchor === '' || anchorsOf({ text }).includes(anchor);
        if (status !== 200 || !isThere) wrong.push(`${path}: ${link}`);
      }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  it('every link of every Markdown leads to Markdown', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const address of addresses) {
      const path = `/docs/${address}.md`;
      const links: string[] = [];
      const marked = new Marked({
        walkTokens: (token) => void (token.type === 'link' && links.push(token.href)),
      });
      marked.parse((await read(path)).text);
      for (const link of links.filter((one) => !/^(https?:|mailto:)/.test(one))) {
        count++;
        const { pathname } = new URL(link, `${server.base}${path}`);
        const target = pathname.slice(rootPath().length);
        const { status, type } = await read(target);
        const isMachineReadable = target === '/openapi.json' || type?.startsWith('text/markdown');
        if (status !== 200 || !isMachineReadable) wrong.push(`${path}: ${link}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });

  it('a page that once had an address among the guides redirects to its own', async () => {
    for (const [former, address] of [
      ['docs-webhooks', 'webhooks'],
      ['docs-api-README', 'api'],
      ['docs-api-conversions', 'api/conversions'],
      ['packages-node-README', 'packages/node'],
      ['CHANGELOG', 'changelog'],
    ]) {
      const answer = await fetch(`${server.base}/docs/guides/${former}`);
      expect([answer.url, answer.status]).toEqual([`${server.base}/docs/${address}`, 200]);
    }
  });

  it('another name is 404, whatever it tries to reach', async () => {
    for (const path of [
      'none',
      'none.md',
      'guides/none',
      'api/none',
      'packages',
      'packages/none',
      'api/README',
      'guides/index',
      'constructor',
      '__proto__',
      '..%2F..%2Fpackage.json',
      'api/..%2Fwebhooks',
      'runbook',
      'asvs',
      'decisions',
    ])
      expect([path, (await read(`/docs/${path}`)).status]).toEqual([path, 404]);
  });

  it('a browser gets a page for another name, with links that work, and clients get JSON', async () => {
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const path of ['/docs/none', '/docs/guides/none', '/docs/guides/none%3Cscript%3E']) {
      const { status, type, text } = await read(path, browser);
      expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('This page does not exist');
      expect(text).not.toContain('script>');
      const [, guides = ''] = /href="([^"]*docs\/guides)"/.exec(text) ?? [];
      expect((await fetch(new URL(guides, `${server.base}${path}`))).status).toBe(200);
    }
    expect(await read('/docs/none')).toMatchObject({ status: 404, type: 'application/json' });
  });

  it('llms.txt is a title, a summary and lists of links, each of which leads to Markdown', async () => {
    const { text, type } = await read('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    const [title, summary] = text.split('\n\n');
    expect(title).toBe('# adtrail');
    expect(summary).toMatch(/^> \S/);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(['API', 'Guides', 'Packages', 'Optional']);
    const items = [...text.matchAll(/^- \[([^\]]+)\]\((\S+)\)(?:: (.+))?$/gm)];
    // A model gets the text without its address, so links are absolute.
    const paths = items.map(([, , url = '']) => new URL(url).pathname);
    expect(new Set(paths)).toEqual(new Set(['/openapi-customers.json', ...addresses.map((address) => `/docs/${address}.md`)]));
    for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200]);
    expect(items.filter(([, , , note]) => note === undefined)).toEqual([]);
  });

  it('llms-full.txt has the text of every page that is not optional, and fits into one answer', async () => {
    const { text } = await read('/llms-full.txt');
    for (const address of ['webhooks', 'guides/express', 'api/limits', 'packages/node'])
      expect(text).toContain((await read(`/docs/${address}.md`)).text.trim());
    expect(text).not.toContain((await read('/docs/changelog', 'text/markdown')).text.trim());
    expect(text.length).toBeLessThan(400_000);
  });
});

describe('the search', () => {
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs('/prod');
  });
  afterAll(() => server.close());
  const found = async (q: string, accept = 'text/markdown') => {
    const url = `${server.base}/docs/search?q=${encodeURIComponent(q)}`;
    const answer = await fetch(url, { headers: { accept } });
    expect(answer.status).toBe(200);
    return await answer.text();
  };
  const firstOf = async (q: string) => /^- \[(.+?)\]\((\S+?)\)/m.exec(await found(q))?.slice(1);

  it('the search finds guides, pages, packages and operations by their words', async () => {
    expect(await firstOf('rotate key')).toEqual(['Rotate a secret key: rotateKey', '../docs#tag/keys/rotateKey']);
    expect(await firstOf('Quickstart: Express')).toEqual(['Quickstart: Express', 'guides/express.md']);
    expect(await firstOf('sendConversion')).toEqual([expect.stringMatching(/: sendConversion$/), '../docs#tag/conversions/sendConversion']);
    expect(await found('spool outage zzqqxx')).toContain('packages/node.md');
    expect(await found('SHOPIFY')).toContain('guides/shopify.md');
    expect(await found('duplicate event_id')).toContain('api/conversions.md');
  });

  it('the search finds the beginning of a word, and the probable meaning of a misspelt word', async () => {
    expect(await found('shopif')).toContain('guides/shopify.md');
    expect(await found('webhok signature')).toContain('for webhook signature.');
    expect(await found('atribution')).toContain('for attribution.');
  });

  it('the search reports an empty result, and treats any text as text', async () => {
    expect(await found('zzqqxx')).toContain('Nothing for zzqqxx.');
    expect(await found('')).toContain('Type words');
    const page = await found('"><script>alert(1)</script>', 'text/html');
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="assets/copy.js">']);
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect((await fetch(`${server.base}/docs/search?q=${'x'.repeat(201)}`)).status).toBe(422);
  });

  it('the search leads only to sections and operations that exist', async () => {
    const document = (await (await fetch(`${server.base}/openapi-customers.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    };
    const operations = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .map(({ operationId, tags }) => `../docs#tag/${tags[0]}/${operationId}`);
    let count = 0;
    for (const word of ['key', 'event', 'the', 'a', 'cookie', 'limit', 'report', 'consent']) {
      const page = await found(word, 'text/html');
      for (const [, link = ''] of page.matchAll(/<li><p><a href="([^"]+)"/g)) {
        count++;
        if (link.startsWith('../docs#')) expect(operations).toContain(link);
        else {
          const url = new URL(link, `${server.base}/docs/search`);
          const anchor = decodeURIComponent(url.hash.slice(1));
          const text = await (await fetch(url)).text();
          expect([link, anchor === '' || text.includes(` id="${anchor}"`)]).toEqual([link, true]);
        }
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('the search works by keyboard, without a script, under the policy of the page', async () => {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${server.base}/docs/api/limits`);
      for (let i = 0; i < 10; i++) {
        await page.keyboard.press('Tab');
        if (await page.getByRole('searchbox').and(page.locator(':focus')).count()) break;
      }
      await page.keyboard.type('late match');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/search?q=late+match');
      await page.getByRole('status').waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('late match');
      await page.getByRole('listitem').getByRole('link').first().press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith('/search'));
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
