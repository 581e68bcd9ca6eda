// Slow: it starts a browser.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { endpoints } from '#functions/groups.ts';
import { launchBrowser, renderedFontOf } from '#test/kit/browser.ts';
import { atNight } from '#test/kit/tier.ts';
import { serveDocs } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function onPage(run: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}

const sidebar = (page: Page) => page.getByRole('complementary').first();

describe.each(['', '/prod'])('the documentation page at http://api.example%s/docs', (prefix) => {
  const origin = 'http://api.example';
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs(prefix);
  });
  afterAll(async () => {
    await whole?.page.context().close();
    await server.close();
  });

  const options = (width = 1280, height = 900): BrowserContextOptions => ({
    viewport: { width, height },
    proxy: { server: new URL(server.base).origin },
  });
  async function opened(page: Page, hash: string): Promise<{ page: Page; complaints: string[] }> {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'info') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}${prefix}/`) && !url.startsWith('data:')) complaints.push(`elsewhere: ${url}`);
    });
    page.setDefaultTimeout(60_000);
    await page.goto(`${origin}${prefix}/docs${hash}`);
    await page.getByRole('heading', { level: 1, name: 'adtrail' }).waitFor({ state: 'attached' });
    return { page, complaints };
  }
  let whole: Awaited<ReturnType<typeof opened>> | undefined;
  const readWhole = async (run: (page: Page) => Promise<void>) => {
    whole ??= await opened(await (await browser.newContext(options())).newPage(), '');
    await run(whole.page);
    expect(whole.complaints).toEqual([]);
  };

  const goTo = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const section = (page: Page, id: string) => page.locator(`section[id$="${id}"], div[id$="${id}"]`).last();

  it('the page begins with the Conversion API, and its navigation names every section', () =>
    readWhole(async (page) => {
      const nav = (await sidebar(page).textContent()) ?? '';
      const titles = ['Conversion API', 'Keys', 'Reports', 'Event log', 'Pixel', 'Operators: maintenance'];
      const places = titles.map((title) => nav.indexOf(title));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(await page.title()).toBe('adtrail API');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    }));

  it('the page has the header, font and colours of the product, and its first screen is accessible', () =>
    readWhole(async (page) => {
      const header = page.locator('body > header');
      const hrefs = await header
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as unknown as { href: string }).href).pathname));
      expect(hrefs).toEqual(['console', 'console', 'docs/guides', 'docs'].map((path) => `${prefix}/${path}`));
      expect(await renderedFontOf(page, 'h1')).toBe('Inter');
      const options = { runOnly: ['color-contrast', 'target-size'] };
      const { violations } = await new AxeBuilder({ page }).options(options).analyze();
      const broken = violations.map(({ id, nodes }) => [id, nodes.slice(0, 5).map(({ html }) => html)]);
      expect(broken).toEqual([]);
    }));

  it("the name of an operation in a text leads to the operation's title", () =>
    readWhole(async (page) => {
      const names = await page.locator('a[href^="#tag/"] code').allInnerTexts();
      expect(names).toEqual(expect.arrayContaining(['createKey', 'sendConversion', 'discover', 'readKeywordPlan']));
      await page.locator('a[href="#tag/reports/reportConversions"]').first().click();
      const operation = section(page, 'tag/reports/reportConversions');
      await operation.getByText('Report conversion totals').first().waitFor();
      expect(await operation.textContent()).toContain('reportConversions');
    }));

  atNight('a reader can try an operation, and sees the response', () =>
    readWhole(async (page) => {
      await goTo(page, '#tag/docs/docsAsset');
      await section(page, 'tag/docs/docsAsset')
        .getByRole('button', { name: /Test Request/ })
        .click();
      const client = page.getByRole('dialog');
      const earlier = server.seen.length;
      await client.getByRole('button', { name: /^Send/ }).first().click();
      await client.getByText('200 OK').first().waitFor();
      expect(await client.textContent()).toContain('Scalar.createApiReference');
      expect(server.seen.slice(earlier)).toEqual([`GET ${prefix}/docs/assets/page.js`]);
      expect(server.tried).toEqual(['try']);
      await page.keyboard.press('Escape');
      await client.waitFor({ state: 'detached' });
    }),
  );

  if (prefix) return;

  atNight('the search finds operations by their subject and name', () =>
    readWhole(async (page) => {
      await page
        .getByRole('button', { name: /search/i })
        .first()
        .click();
      const search = page.getByRole('dialog');
      await page.keyboard.type('conversion');
      await search.getByText('Send a conversion or a batch of up to 1,000').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('readSocialAds');
      await search.getByText('List the ads of all your competitors').waitFor();
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
    }),
  );

  atNight('a trial asks for the credentials of the operation', () =>
    readWhole(async (page) => {
      await goTo(page, '#tag/operators/grantCredits');
      await section(page, 'tag/operators/grantCredits')
        .getByRole('button', { name: /Test Request/ })
        .click();
      const client = page.getByRole('dialog');
      await client.getByText('x-svc-dev-token').first().waitFor();
      expect(await client.textContent()).toContain('operator');
      await page.keyboard.press('Escape');
      await client.waitFor({ state: 'detached' });
    }),
  );

  atNight('the navigation lists every operation by its title', () =>
    readWhole(async (page) => {
      const closed = sidebar(page).locator('button[aria-expanded="false"]');
      for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.last().click();
      const shown = await sidebar(page).textContent();
      const missing = endpoints.filter(({ summary }) => !shown?.includes(summary)).map(({ id }) => id);
      expect(missing).toEqual([]);
    }),
  );

  atNight('the page fits a phone without scrolling sideways; in the dark, text is lighter than its background, also without motion', () =>
    onPage(
      async (page) => {
        const { complaints } = await opened(page, '#tag/conversions/sendConversion');
        await section(page, 'tag/conversions/sendConversion').getByText('event_type').first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        const lightness = () =>
          page.evaluate<number>(`(() => {
            const sum = (color) => (color.match(/\\d+/g) ?? []).slice(0, 3).reduce((a, b) => a + Number(b), 0);
            const text = [...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('Find out which ad'));
            return text ? sum(getComputedStyle(text).color) - sum(getComputedStyle(document.body).backgroundColor) : 0;
          })()`);
        await expect.poll(lightness, { timeout: 15_000 }).toBeGreaterThan(300);
        expect(complaints).toEqual([]);
      },
      { ...options(360, 780), colorScheme: 'dark', reducedMotion: 'reduce' },
    ),
  );
});

describe('the files of the documentation page', () => {
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs('');
  });
  afterAll(() => server.close());

  it('the files of the documentation page are cached permanently under their version only', async () => {
    const page = await (await fetch(`${server.base}/docs`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(docs\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(assets).toHaveLength(5);
    for (const path of assets) {
      const versioned = await fetch(`${server.base}/${path}`);
      expect([path, versioned.status]).toEqual([path, 200]);
      expect(versioned.headers.get('cache-control')).toContain('immutable');
      const unversioned = await fetch(`${server.base}/${path.replace(/\?.*/, '')}`);
      expect(unversioned.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('the files of the documentation page have the content types that a browser requires', async () => {
    const typeOf = async (name: string) => (await fetch(`${server.base}/docs/assets/${name}`)).headers.get('content-type');
    expect(await typeOf('scalar.js')).toBe('text/javascript; charset=utf-8');
    expect(await typeOf('page.css')).toBe('text/css; charset=utf-8');
    expect(await typeOf('favicon.svg')).toBe('image/svg+xml');
  });

  it('the files of the documentation page fit into a response of at most 6 MB', async () => {
    const script = await (await fetch(`${server.base}/docs/assets/scalar.js`)).text();
    expect(Buffer.byteLength(JSON.stringify(script))).toBeLessThan(5_500_000);
  });

  it('the files of the documentation page are only its own: any other name is 404', async () => {
    for (const name of ['package.json', 'constructor', '..%2fpackage.json'])
      expect((await fetch(`${server.base}/docs/assets/${name}`)).status).toBe(404);
  });

  it('the files of the documentation page have a policy without inline scripts and other origins', async () => {
    const policy = (await fetch(`${server.base}/docs`)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });
});

describe('a page of the guides', () => {
  it.each(['guides', 'guides/express', 'webhooks', 'api/conversions', 'search?q=late+match'])(
    '/docs/%s fits a phone, copies its code and breaks no policy',
    async (address) => {
      const server = await serveDocs('/prod');
      const complaints: string[] = [];
      try {
        await onPage(
          async (page) => {
            page.on('console', (message) => complaints.push(message.text()));
            page.on('pageerror', (error) => complaints.push(String(error)));
            await page.goto(`${server.base}/docs/${address}`);
            await page.getByRole('heading', { level: 1 }).waitFor();
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
            const font = 'document.fonts.ready.then(() => document.fonts.check("16px Inter"))';
            expect(await page.evaluate(font)).toBe(true);
            const [code] = await page.locator('main pre').allInnerTexts();
            if (code === undefined) return;
            await page.getByRole('button', { name: 'Copy' }).first().click();
            await page.getByRole('button', { name: 'Copied' }).waitFor();
            expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
          },
          { viewport: { width: 360, height: 780 }, permissions: ['clipboard-read', 'clipboard-write'] },
        );
        expect(complaints).toEqual([]);
      } finally {
        await server.close();
      }
    },
  );
});
