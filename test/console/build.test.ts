// Slow: it walks pages in a browser.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { consolePolicy } from '#lib/cloud/console-policy.ts';
import { withConsole } from '#lib/local/console-files.ts';
import type { GatewayAnswer, GatewayRequest } from '#lib/local/gateway.ts';
import { consoleFolder } from '#lib/tools/console-build.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const folder = join(temporaryFolder(), 'console');
const links = {
  inbox: 'http://127.0.0.1:1/',
  shop: '',
  vendors: '',
  demo: '"><script>alert(1)</script>',
};
const files = 'http://127.0.0.1:9';
const api = async () => ({ status: 418, headers: {}, body: 'the API' });
const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });
beforeAll(() => {
  expect(node('bin/console.ts', '--out', folder)).toMatchObject({ status: 0 });
});

const get = (path: string, method = 'GET', headers: [string, string][] = []): Promise<GatewayAnswer> => {
  const request = { method, path, query: '', headers, body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
  return withConsole(api, { links, files }, folder)(request as GatewayRequest);
};
const page = () => readFileSync(join(folder, 'index.html'), 'utf8');
const script = (name: string) => readFileSync(join(folder, 'assets', name), 'utf8');
const scripts = () => readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
function loaded(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const imports = script(name).matchAll(/(?:^|[;}])import(?:[^"'`(;]*?from)?["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, other = ''] of imports) loaded(other, seen);
  return seen;
}

function firstLoad(): Set<string> {
  const entries = page().matchAll(/<script type="module"[^>]* src="\/console\/assets\/([\w.-]+)"/g);
  const overview = scripts().find((name) => name.startsWith('overview-')) ?? '';
  return new Set([...entries.map(([, name = '']) => name), overview].flatMap((name) => [...loaded(name)]));
}

describe('the build of the console', () => {
  it('loads at most 200 KB of script, gzipped, for the sign-in and the overview', () => {
    const first = firstLoad();
    expect(first.size).toBeGreaterThan(1);
    const bytes = [...first].reduce((sum, name) => sum + gzipSync(script(name)).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(200_000);
    expect([...first].filter((name) => name.startsWith('day-chart'))).toEqual([]);
  });

  it('sends a script compressed in the best way that the browser takes, and a page that it has as 304', async () => {
    const [first = ''] = scripts().filter((name) => name.startsWith('first-'));
    const sent = async (accepted: string) => {
      const { headers, body } = await get(`/console/assets/${first}`, 'GET', [['Accept-Encoding', accepted]]);
      return { coding: headers['content-encoding'], vary: headers.vary, body: body as Buffer };
    };
    const [brotli, zipped, plain] = [await sent('gzip, deflate, br'), await sent('gzip'), await sent('br;q=0')];
    expect([brotli, zipped, plain].map(({ coding, vary }) => [coding, vary])).toEqual([
      ['br', 'Accept-Encoding'],
      ['gzip', 'Accept-Encoding'],
      [undefined, 'Accept-Encoding'],
    ]);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script(first));
    expect(gunzipSync(zipped.body).toString()).toBe(script(first));
    expect(String(plain.body)).toBe(script(first));
    expect(brotli.body.length).toBeLessThan(zipped.body.length);
    expect(zipped.body.length).toBeLessThan(plain.body.length / 2.5);

    const { headers } = await get('/console');
    const again = await get('/console', 'GET', [['If-None-Match', String(headers.etag)]]);
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(await get('/console', 'GET', [['If-None-Match', 'W/"other"']])).toMatchObject({ status: 200 });
  });

  it('is for production, also where NODE_ENV is another', () => {
    expect(process.env.NODE_ENV).toBe('test');
    expect(scripts().filter((name) => script(name).includes('jsxDEV'))).toEqual([]);
  });

  it('loads tooltips, and the library that places them, after it', () => {
    const places = (name: string) => script(name).includes('data-floating-ui-');
    expect(scripts().filter(places).length).toBeGreaterThan(0);
    expect([...firstLoad()].filter(places)).toEqual([]);
    // The build removes the scroll container of tables, so no page may use it.
    const uses = readdirSync('web/console', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && readFileSync(join('web/console', name), 'utf8').includes('Table.ScrollContainer'),
    );
    expect(uses).toEqual([]);
  });

  it('loads nothing for operators there', () => {
    const isForOperators = (name: string) => /\/api\/v1\/dev(-auth)?\//.test(script(name));
    expect([...firstLoad()].filter(isForOperators)).toEqual([]);
    expect(scripts().filter(isForOperators)).toHaveLength(1);
  });

  it('holds nothing of the service: its code, its descriptions, its packages', () => {
    for (const name of scripts())
      for (const foreign of ['TABLE_ATTRIBUTION', 'Retrieve your account', 'ZodObject', 'argon2', 'operator_token'])
        expect(script(name).includes(foreign) ? `${name}: ${foreign}` : '').toBe('');
  });

  it('fails when it would hold code of the service', () => {
    const entry = join(folder, '..', 'entry.ts');
    writeFileSync(entry, `import { log } from '${process.cwd()}/shared/log.ts';\nlog.info('x');\n`);
    const { status, stderr } = node(
      '--input-type=module',
      '--eval',
      `import { build } from 'vite';
       import { consolePlugins } from '#lib/tools/console-build.ts';
       await build({ configFile: false, logLevel: 'silent', plugins: consolePlugins(),
         build: { write: false, rolldownOptions: { input: ${JSON.stringify(entry)}, platform: 'node' } } });`,
    );
    rmSync(entry);
    expect(status).not.toBe(0);
    expect(stderr).toContain('shared/log.ts is part of the service');
  });

  it('has no script or style in the page itself', () => {
    expect(page()).not.toMatch(/<script(?![^>]* src=)/);
    expect(page()).not.toMatch(/<style|\son\w+=/);
  });

  it('has pages of fewer than 24,900 lines, for advertisers and operators', () => {
    const sources = readdirSync('web/console', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const lines = sources.map((name) => readFileSync(join('web/console', name), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(24_900);
  });

  it('leaves no half folder behind', () => {
    expect(existsSync(join(folder, '.sources'))).toBe(true);
    expect(readdirSync(join(folder, '..'))).toEqual(['console']);
    expect(consoleFolder.endsWith('dist/console')).toBe(true);
  });
});

describe('the local host, as CloudFront would', () => {
  it('answers every address below /console with the page, under its policy', async () => {
    for (const path of ['/console', '/console/', '/console/events', '/console/no/such/page']) {
      const { status, headers, body } = await get(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
      expect(headers['content-security-policy']).toBe(consolePolicy(files, files));
      expect(headers['x-frame-options']).toBe('DENY');
      expect(String(body)).toContain('<div id="root">');
      expect(String(body)).not.toContain('<script>alert');
    }
    expect(consolePolicy(files)).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('keeps hashed files for good, and knows no others', async () => {
    const [name = ''] = scripts();
    const { status, headers } = await get(`/console/assets/${name}`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    for (const path of ['none.js', '../index.html', '..%2f.sources', '.sources', 'a/b.js'])
      expect((await get(`/console/assets/${path}`)).status).toBe(404);
  });

  it('leaves everything else to the service', async () => {
    for (const [path, method] of [['/consoles'], ['/api/v1/auth/me'], ['/'], ['/console', 'POST']])
      expect((await get(path ?? '', method)).status).toBe(418);
  });

  it('says what to do when the console is not built', async () => {
    const request = {
      method: 'GET',
      path: '/console',
      query: '',
      headers: [],
      body: Buffer.alloc(0),
      sourceIp: '',
    };
    const mine = mkdtempSync(join(folder, 'none-'));
    const { status, body } = await withConsole(api, { links, files }, mine)(request);
    rmSync(mine, { recursive: true });
    expect([status, body]).toEqual([503, expect.stringContaining('npm run console')]);
  });
});
