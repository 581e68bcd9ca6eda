// Slow: it starts processes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Facts } from '#lib/local/host.ts';
import { minified, packages } from '#lib/tools/packages.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { blocksOf, packed, project, run, runProgram } from '../install.ts';

const base = temporaryFolder();
const readme = readFileSync('packages/node/README.md', 'utf8');
const manifest = JSON.parse(readFileSync('packages/node/package.json', 'utf8'));
let pack: Awaited<ReturnType<typeof packed>>;
let shop: string;
let facts: Facts;
let readKey: string;

beforeAll(async () => {
  pack = await packed('node', base);
  shop = await project(base, [pack.file], ['express']);
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
  const created = await fetch(`${facts.api}/api/v1/pixel/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${facts.demo.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sheet', kind: 'read', environment: 'live', scope: 'performance' }),
  });
  ({ key: readKey } = (await created.json()) as { key: string });
});
const env = () => ({
  ADTRAIL_BASE_URL: facts.api,
  ADTRAIL_SECRET_KEY: facts.demo.secret_key,
  ADTRAIL_READ_KEY: readKey,
});

it('is small', async () => {
  const text = await minified(packages.node.entries.index);
  expect(Buffer.byteLength(text)).toBeLessThan(23 * 1024);
  expect(gzipSync(text).length).toBeLessThan(10_200);
  // The package runs where Node's modules are missing.
  expect(text).not.toMatch(/node:|require\(/);
  expect((await minified(packages.node.entries.spool)).length).toBeLessThan(5000);
  expect((await minified(packages.node.entries.testing)).length).toBeLessThan(2500);
  const spend = await minified(packages.node.entries.spend);
  expect(spend.length).toBeLessThan(9200);
  expect(spend).not.toMatch(/node:|require\(/);
  const webhooks = await minified(packages.node.entries.webhooks);
  expect(webhooks.length).toBeLessThan(5000);
  expect(webhooks).not.toMatch(/node:|require\(/);
});

it('is published with its modules, types and pages, and nothing else', () => {
  const modules = [
    ...Object.keys(packages.node.entries),
    'click',
    'click-cookie',
    'client',
    'errors',
    'events',
    'options',
    'amount',
    'types',
    'spend-exchange',
    'spend-import',
    'spend-types',
    'click-facts',
    'email',
    'webhook-events',
  ];
  const types = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.d.cts`]);
  const code = Object.keys(packages.node.entries).flatMap((name) => [`dist/${name}.js`, `dist/${name}.cjs`]);
  const pages = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
  expect(pack.files).toEqual([...types, ...code, ...pages].sort());
  expect(manifest).not.toHaveProperty('dependencies');
  // `moduleResolution: node10` knows no `exports`.
  const { '.': __, './package.json': ___, ...subpaths } = manifest.exports;
  expect(manifest.typesVersions['*']).toEqual(
    Object.fromEntries(
      Object.entries<{ import: { types: string } }>(subpaths).map(([path, target]) => [path.slice(2), [target.import.types]]),
    ),
  );
  expect(readFileSync('packages/node/CHANGELOG.md', 'utf8')).toContain(`\n## ${manifest.version}\n`);
});

it.each(['nodenext', 'bundler'])('has types for import and require, with module resolution %s', async (resolution) => {
  const program = `Adtrail, AdtrailError, clickFrom, emailSha256, type TrackResult } from '@adtrail/node';
    import { withClickCookie } from '@adtrail/node/edge';
    import { keepClickCookie } from '@adtrail/node/express';
    import { diskSpool } from '@adtrail/node/spool';
    import { testTransport } from '@adtrail/node/testing';
    import { type SpendImport, spendImports } from '@adtrail/node/spend';
    import { verifyWebhook } from '@adtrail/node/webhooks';
    const adtrail = new Adtrail({ spool: diskSpool('x'), ...testTransport() });
    new Adtrail({ fetch: globalThis.fetch });
    keepClickCookie({ windowDays: 60 });
    withClickCookie((request: Request) => new Response(request.url));
    const result: TrackResult = await adtrail.order({ orderId: 1, click: clickFrom(new Request('https://x.example')) });
    const spend = spendImports({ fetch: globalThis.fetch });
    const spent: SpendImport = await spend.create({ network: 'meta', rows: [{ day: '2025-11-01', spend: 1 }] });
    spent.added; void spend.create({ network: 'meta', file: new Uint8Array() });
    void verifyWebhook(new Request('https://x.example'), ['whsec_x']).then((event) => {
      if (event.type === 'credits.low') event.data.balance.toFixed();
    });
    // @ts-expect-error: a report has rows or a file
    void spend.create({ network: 'meta' });
    await adtrail.order({ orderId: 1, consent: { adUserData: 'granted' }, user: { emailSha256: await emailSha256('a@b.example') } });
    // @ts-expect-error: a purpose is granted or denied
    await adtrail.order({ orderId: 1, consent: { adUserData: 'yes' } });
    // @ts-expect-error: a promise is no hash
    await adtrail.order({ orderId: 1, user: { emailSha256: emailSha256('a@b.example') } });
    // @ts-expect-error: an order has an ID
    await adtrail.order({ value: 1 });
    // @ts-expect-error: a public name of the API
    result.campagne;
    try { await using other = adtrail; } catch (error) { if (error instanceof AdtrailError) error.code.length; }`;
  writeFileSync(join(shop, 'module.mts'), `import { ${program}`);
  writeFileSync(
    join(shop, 'common.cts'),
    `import { ${program.replace(/await (?!using)/g, 'void ').replace('await using', 'using')}`
      .replace('const result: TrackResult = void ', 'const result: TrackResult = null as unknown as TrackResult; void ')
      .replace('const spent: SpendImport = void ', 'const spent: SpendImport = null as unknown as SpendImport; void ')
      .replace('using other = adtrail;', ''),
  );
  const kind = resolution === 'bundler' ? ['--module', 'esnext', '--moduleResolution', 'bundler'] : ['--module', 'nodenext'];
  const files = resolution === 'bundler' ? ['module.mts'] : ['module.mts', 'common.cts'];
  const flags = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
    '--lib',
    'es2022,esnext.disposable,dom',
    ...kind,
  ];
  const tsc = join(process.cwd(), 'node_modules', '.bin', 'tsc');
  const answer = await run(tsc, [...flags, ...files], { cwd: shop }).catch((error) => error);
  expect(answer.stdout).toBe('');
});

describe('the code of its README', () => {
  const blocks = blocksOf(readme).filter(({ language }) => language !== 'sh');
  const printed: Record<number, RegExp> = {
    0: /^not attributed: unknown_svc_click_id$/m,
    1: /^signup_completed:user-42$/m,
    3: /^svc_sid=.*; Max-Age=25919\d\d; Secure$/m,
    4: /^false$/m,
    5: /^plain 8c87b489$/m,
    6: /^Negative values are not accepted$/m,
    12: /^12\.50\n2 spend Must not be negative$/m,
    13: /^\[.*\] \d+$/m,
    14: /^true 19\.99 true$/m,
  };

  it.each(blocks.map((block, index) => [index, block] as const))(
    'the code of its README runs: block %i',
    async (index, { language, code }) => {
      const name = `block-${index}.${language === 'cjs' ? 'cjs' : 'mjs'}`;
      const called = code.includes('export default')
        ? `${code}\nimport { pathToFileURL } from 'node:url';
         const kept = [];
         const { default: worker } = await import(pathToFileURL(process.argv[1]));
         const response = await worker.fetch(new Request('https://shop.example'), {}, { waitUntil: (p) => kept.push(p) });
         await Promise.all(kept);
         console.log(await response.text(), kept.length);`
            .replace(/export default/, 'const worker_ =')
            .replace(/const \{ default: worker \}[^\n]*/, 'const worker = worker_;')
        : code;
      writeFileSync(join(shop, name), called);
      const { code: exit, stdout, stderr } = await runProgram(process.execPath, [name], { cwd: shop, env: env() });
      expect(stderr.replace(/^validation_failed .*\n/m, '')).toBe('');
      expect(exit).toBe(0);
      if (printed[index]) expect(stdout).toMatch(printed[index]);
      if (code.includes('export default')) expect(stdout).toMatch(/^Thank you! 1$/m);
    },
  );

  it('the code of its README has sent the orders that it names', async () => {
    const stored = async (id: string) => {
      const url = `${facts.api}/api/v1/pixel/events/order_created%3A${id}`;
      return (await fetch(url, { headers: { authorization: `Bearer ${facts.demo.access_token}` } })).status;
    };
    const ids = ['10017', '10018', '10019', '10020', '10021', '10022', '10023', '10024', '10025'];
    expect(await Promise.all(ids.map(stored))).toEqual([200, 200, 404, 200, 200, 200, 200, 200, 200]);
  });
});
