import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { groups } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { withBrowser } from '#test/browser.ts';
import { serveDocs } from './serve.ts';

const endpoints: AnyEndpoint[] = Object.values(groups).flatMap((group) => Object.values(group));

describe.each(['', '/prod'])('the documentation page at %p/docs', (prefix) => {
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs(prefix);
  });
  afterAll(() => server.close());

  /** Opens the page, and fails when the browser complains or asks anybody but the server. */
  const read = (run: (page: Page) => Promise<void>, viewport = { width: 1280, height: 900 }) =>
    withBrowser(
      async (page) => {
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
        page.on('request', (request) => {
          const url = request.url();
          if (!url.startsWith(`${server.base}/`) && !url.startsWith('data:'))
            complaints.push(`elsewhere: ${url}`);
        });
        await page.goto(`${server.base}/docs`);
        await page.locator('.opblock').first().waitFor();
        await run(page);
        expect(complaints).toEqual([]);
      },
      { viewport },
    );

  it('shows every operation by method, path and summary', () =>
    read(async (page) => {
      const shown = await page.locator('.opblock-summary').evaluateAll((rows) =>
        rows.map((row) =>
          ['method', 'path', 'description']
            // A zero-width space lets long paths break.
            .map((part) =>
              row.querySelector(`.opblock-summary-${part}`)?.textContent?.replaceAll('\u200b', ''),
            )
            .join(' '),
        ),
      );
      const described = endpoints.map(({ method, path, summary }) => `${method} ${path} ${summary}`);
      expect(shown.sort()).toEqual(described.sort());
      expect(await page.title()).toBe('adtrail API');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    }));

  it('lets a reader try an operation, and shows what the server answers', () =>
    read(async (page) => {
      const operation = page.locator('#operations-docs-docsAsset');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.locator('select').first().selectOption('page.css');
      await operation.getByRole('button', { name: 'Execute' }).click();

      const answer = operation.locator('.live-responses-table');
      await answer.waitFor();
      expect(await answer.locator('.response-col_status').last().textContent()).toContain('200');
      expect(await answer.textContent()).toContain('.swagger-ui');
      expect(server.seen).toContain(`GET ${prefix}/docs/assets/page.css`);
    }));

  it('fits a phone without scrolling sideways, also with an operation open', () =>
    read(
      async (page) => {
        await page.locator('#operations-conversions-sendConversion .opblock-summary-control').click();
        await page.locator('#operations-conversions-sendConversion .responses-table').waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      },
      { width: 390, height: 844 },
    ));
});

describe('the files of the documentation page', () => {
  let server: Awaited<ReturnType<typeof serveDocs>>;
  beforeAll(async () => {
    server = await serveDocs('');
  });
  afterAll(() => server.close());

  it('are kept by browsers for good under their version, and asked for again without it', async () => {
    const page = await (await fetch(`${server.base}/docs`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(docs\/assets\/[^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    expect(assets).toHaveLength(5);
    for (const path of assets) {
      const versioned = await fetch(`${server.base}/${path}`);
      expect([path, versioned.status]).toEqual([path, 200]);
      expect(versioned.headers.get('cache-control')).toContain('immutable');
      const unversioned = await fetch(`${server.base}/${path.replace(/\?.*/, '')}`);
      expect(unversioned.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('have the content types that a browser insists on', async () => {
    const typeOf = async (name: string) =>
      (await fetch(`${server.base}/docs/assets/${name}`)).headers.get('content-type');
    expect(await typeOf('swagger-ui-bundle.js')).toBe('text/javascript; charset=utf-8');
    expect(await typeOf('page.css')).toBe('text/css; charset=utf-8');
    expect(await typeOf('favicon.svg')).toBe('image/svg+xml');
  });

  it('are only those of the page: any other name is 404', async () => {
    for (const name of ['package.json', 'constructor', '..%2fpackage.json'])
      expect((await fetch(`${server.base}/docs/assets/${name}`)).status).toBe(404);
  });

  it('come with a policy that runs no inline script and asks no other origin', async () => {
    const policy = (await fetch(`${server.base}/docs`)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
  });
});
