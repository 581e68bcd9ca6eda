// Slow: it builds the cloud's template or bundles.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Access, access, type FunctionName } from '#functions/access.ts';
import { servedBy } from '#functions/served.ts';
import { hashOfCode } from '#lib/cloud/bundle/code-cache.ts';
import { assets, buildAll, bundle } from '#lib/cloud/bundle.ts';
import { serviceFunctions } from '#lib/cloud/functions.ts';
import { rootedKinds, type SecretKind, type VendorSecret, vendorSecretKinds } from '#shared/secrets.ts';
import { logged } from '#test/activity/logged-operations.ts';

/** `BUNDLE_SIZES=record npm test -- test/infra/bundle.test.ts` writes this file. */
const sizesFile = 'test/infra/expected/bundle-sizes.json';
type Sizes = Record<string, { bytes: number; modules: number }>;
/** A cold start follows the size, so each function grows knowingly. A named import of zod would add 350 KB. */
const maxGrowth = 1.01;

const run = promisify(execFile);
const names = serviceFunctions.map(({ name }) => name);
let folder: string;
let metafile: Awaited<ReturnType<typeof buildAll>>;
let sizes: Sizes;
let recordedSizes: Sizes;

function inputsOf(name: string) {
  const [, output] = Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${name}/index.js`)) ?? [];
  return output?.inputs ?? {};
}

function largestParts(name: string): string {
  const sums = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(inputsOf(name))) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)|^((?:[^/]+\/){2})/.exec(file)?.slice(1).find(Boolean) ?? file;
    sums.set(part, (sums.get(part) ?? 0) + bytesInOutput / 1024);
  }
  const largest = [...sums].sort(([, a], [, b]) => b - a).slice(0, 12);
  return largest.map(([part, kilobytes]) => `${part} ${kilobytes.toFixed(1)}`).join(', ');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtrail-bundle-'));
  metafile = await buildAll(serviceFunctions, folder);
  const measured = await Promise.all(
    [...names].sort().map(async (name) => [name, { bytes: (await codeOf(name)).length, modules: Object.keys(inputsOf(name)).length }]),
  );
  sizes = Object.fromEntries(measured);
  if (process.env.BUNDLE_SIZES === 'record') await writeFile(sizesFile, `${JSON.stringify(sizes, null, 2)}\n`);
  recordedSizes = JSON.parse(await readFile(sizesFile, 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const codeOf = (name: string, of = folder) => readFile(join(of, name, 'index.js'), 'utf8');

async function inLambda(name: string, script: string, env: Record<string, string> = {}, from = folder) {
  const bundled = join(from, name);
  const text = `const bundle = require(${JSON.stringify(join(bundled, 'index.js'))}); (async () => { ${script} })()`;
  const { stdout } = await run(process.execPath, ['-e', text], {
    cwd: tmpdir(),
    env: { LAMBDA_TASK_ROOT: bundled, ...env },
  });
  return stdout;
}

const loads = new Map<string, Promise<{ handler: string; fetch: string[] }>>();
function loaded(name: string) {
  const script = `console.log(JSON.stringify({ handler: typeof bundle.handler,
    fetch: process.moduleLoadList.filter((module) => /undici/.test(module)) }));`;
  const load = loads.get(name) ?? inLambda(name, script).then((text) => JSON.parse(text));
  loads.set(name, load);
  return load;
}

describe('the bundles', () => {
  it('the bundles have a recorded size each', () => {
    expect(Object.keys(recordedSizes)).toEqual([...names].sort());
  });

  it.each(names)('%s has grown by at most 1 % in bytes and in modules', (name) => {
    const { bytes, modules } = sizes[name] as Sizes[string];
    const recorded = recordedSizes[name] ?? { bytes: 0, modules: 0 };
    if (bytes > recorded.bytes * maxGrowth || modules > Math.ceil(recorded.modules * maxGrowth))
      throw new Error(
        `${name} has ${bytes} bytes of ${modules} modules, and had ${recorded.bytes} of ${recorded.modules}. Its largest parts: ${largestParts(name)}`,
      );
  });

  it.each(names)('%s loads in plain node with nothing installed, and exports its handler', async (name) => {
    expect((await loaded(name)).handler).toBe('function');
  });

  it.each(names)("%s loads without Node's fetch, which takes twice as long to load as Node itself", async (name) => {
    expect((await loaded(name)).fetch).toEqual([]);
  });

  it.each(names)('%s is CommonJS throughout', async (name) => {
    expect(/import\.meta|^import |^export |await import\(/m.exec(await codeOf(name))?.[0]).toBeUndefined();
  });

  it.each(names)('%s looks for credentials in the environment only', async (name) => {
    expect(/AWS_CONTAINER_CREDENTIALS|credential_process|AssumeRole/.exec(await codeOf(name))?.[0]).toBeUndefined();
  });

  // With DynamoDB's client, a function's start takes twice as long (decision 0015).
  it.each(names)('%s holds the AWS SDK to mail, and for nothing else', (name) => {
    const { mail = false }: Access = access[name as FunctionName];
    const clients = Object.keys(inputsOf(name)).flatMap((file) => /@aws-sdk\/client-\w+/.exec(file) ?? []);
    expect([...new Set(clients)]).toEqual(mail ? ['@aws-sdk/client-sesv2'] : []);
  });

  it.each(names)('%s may read the keys of the vendors that it calls, and no others', async (name) => {
    const code = await codeOf(name);
    const called = [...code.matchAll(/\.ofVendor\("(\w+)"\)/g)].map(([, key]) => vendorSecretKinds[key as VendorSecret] as SecretKind);
    const webhooks: SecretKind[] = name === 'webhooks' ? ['billing', 'partner'] : [];
    const adAccounts: SecretKind[] = /\.ofAdAccount\(/.test(code) ? ['assistant'] : [];
    const { secrets = [] }: Access = access[name as FunctionName];
    const granted = secrets.filter((kind) => !rootedKinds.some((rooted) => rooted === kind));
    expect([...granted].sort()).toEqual([...new Set([...called, ...webhooks, ...adAccounts])].sort());
  });

  // A service's own secret is asked for by a method of `secrets`, whose name has the kind.
  const asked = /\bsecrets\.(hashUser|userHashes|macs?|deckKeys|seal|open)\((.*)|\{ (macs) \}: Pick<Secrets/g;
  /** An entry of the activity log names the network of its request. */
  const namesNetworks = (name: string) => {
    const served = Object.entries(servedBy).find(([of]) => of === name)?.[1].endpoints ?? {};
    return Object.keys(served).some((id) => id in logged);
  };
  const ownKinds: readonly SecretKind[] = ['deck', 'hashing', 'sealing', 'webhooks'];
  function kindOf(method: string, rest: string): SecretKind {
    if (method === 'deckKeys') return 'deck';
    if (method !== 'seal' && method !== 'open') return 'hashing';
    return rest.includes("'webhooks'") ? 'webhooks' : 'sealing';
  }
  function kindsAskedIn(file: string, text: string): SecretKind[] {
    // Each function that answers requests has this source, and uses it only where an operation is logged.
    if (file === 'shared/accounts/ip-network-id.ts') return [];
    return [...text.matchAll(asked)].map(([, method, rest = '', macs = '']) => kindOf(method ?? macs, rest));
  }

  it.each(names)('%s may read the secrets of the service that its sources ask for, and no others', async (name) => {
    const inputs = Object.entries(inputsOf(name)).filter(
      ([file, { bytesInOutput }]) => bytesInOutput > 0 && /^(shared|functions)\//.test(file),
    );
    const sources = await Promise.all(inputs.map(async ([file]) => [file, await readFile(file, 'utf8')] as const));
    const needed = sources.flatMap(([file, text]) => kindsAskedIn(file, text));
    if (namesNetworks(name)) needed.push('hashing');
    const { secrets = [] }: Access = access[name as FunctionName];
    expect(secrets.filter((kind) => ownKinds.includes(kind)).sort()).toEqual([...new Set(needed)].sort());
  });

  it('the bundles of functions that read websites of strangers do not hold what signs or hashes', async () => {
    const readers = ['media-copies', 'keyword-plan', 'assistant-report'];
    for (const name of names) if ((await codeOf(name)).includes('onopentagname')) readers.push(name);
    expect(readers).toContain('discovery');
    for (const name of readers) {
      const { secrets = [] }: Access = access[name as FunctionName];
      expect({ name, held: secrets.filter((kind) => rootedKinds.some((rooted) => rooted === kind)) }).toEqual({
        name,
        held: [],
      });
    }
  });

  it('the bundles are the same bytes from the same sources, wherever they are written', async () => {
    const again = await mkdtemp(join(tmpdir(), 'adtrail-bundle-again-'));
    try {
      await buildAll([...serviceFunctions].reverse(), join(again, 'deeper', 'dist'));
      for (const name of names) expect((await codeOf(name, join(again, 'deeper', 'dist'))) === (await codeOf(name))).toBe(true);
    } finally {
      await rm(again, { recursive: true, force: true });
    }
  });

  it.each(Object.entries(assets))('%s has its files beside it', async (name, files) => {
    const made = name === 'docs' ? ['pages.json'] : [];
    expect(await readdir(join(folder, name, 'assets'))).toEqual([...made, ...Object.keys(files)].sort());
  });

  it('docs answers with the files beside it', async () => {
    const name = 'scalar.js';
    const event = {
      httpMethod: 'GET',
      resource: '/docs/assets/{name}',
      path: `/docs/assets/${name}`,
      headers: {},
      pathParameters: { name },
    };
    const script = `const answer = await bundle.handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 5000 });
      console.log(JSON.stringify([answer.statusCode, answer.body.length]));`;
    const [status, length] = JSON.parse((await inLambda('docs', script)).trim().split('\n').at(-1) ?? '');
    expect(status).toBe(200);
    expect(length).toBe((await readFile(join(folder, 'docs', 'assets', name), 'utf8')).length);
  });

  it('docs shows the guides without what renders them', async () => {
    const asked = [
      ...['express', 'none', '__proto__'].map((name) => ({
        resource: '/docs/guides/{name}',
        path: `/docs/guides/${name}`,
        pathParameters: { name },
      })),
      { resource: '/docs/{page}', path: '/docs/pixel', pathParameters: { page: 'pixel' } },
      { resource: '/docs/search', path: '/docs/search', queryStringParameters: { q: 'webhook' } },
    ].map((event) => ({ httpMethod: 'GET', headers: {}, ...event }));
    const script = `(async () => {
      const answers = [];
      for (const event of ${JSON.stringify(asked)}) {
        const { statusCode, body } = await bundle.handler(event, { getRemainingTimeInMillis: () => 5000 });
        answers.push([statusCode, /<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? null]);
      }
      console.log(JSON.stringify(answers));
    })();`;
    expect(JSON.parse((await inLambda('docs', script)).trim().split('\n').at(-1) ?? '')).toEqual([
      [200, 'Quickstart: Express'],
      [404, null],
      [404, null],
      [200, 'From an ad click to a counted sale'],
      [200, 'Search'],
    ]);
  });
});

describe("V8's code cache", () => {
  const chosen = serviceFunctions.filter(({ name }) => ['conversions', 'docs'].includes(name));
  let out: string;
  beforeAll(async () => {
    out = await bundle(chosen, join(folder, 'cached'));
  });
  const usesCache = async (name: string, flags = ['--expose-gc']) => {
    const file = JSON.stringify(join(out, name, 'index.js'));
    const text = `const { handler, cacheIsUsed } = require(${file}); console.log(typeof handler, cacheIsUsed);`;
    return (await run(process.execPath, [...flags, '-e', text], { cwd: tmpdir(), env: {} })).stdout.trim();
  };

  it.each(chosen.map(({ name }) => name))("V8's code cache of %s is taken", async (name) => {
    expect(await usesCache(name)).toBe('function true');
    expect(await usesCache(name, [])).toBe('function true');
  });

  it("V8's code cache that V8 refuses, or that is not there, leaves the function as it is", async () => {
    expect(await usesCache('conversions', ['--expose-gc', '--no-lazy'])).toBe('function false');
    const file = join(out, 'conversions', 'code.cache');
    const cache = await readFile(file);
    await writeFile(file, cache.subarray(0, 1000));
    expect(await usesCache('conversions')).toBe('function false');
    await rm(file);
    expect(await usesCache('conversions')).toBe('function false');
    await writeFile(file, cache);
  });

  it("V8's code cache that V8 refuses is told by a line that names function and Node, and is a metric of the stage", async () => {
    const start = async (flags: string[], env: Record<string, string>) => {
      const text = `require(${JSON.stringify(join(out, 'conversions', 'index.js'))}); process.exit();`;
      return (await run(process.execPath, [...flags, '-e', text], { cwd: tmpdir(), env })).stdout.trim();
    };
    const lambda = {
      AWS_LAMBDA_FUNCTION_NAME: 'adtrail-dev-conversions',
      AWS_REGION: 'us-east-1',
      STAGE: 'dev',
    };
    const refused = ['--expose-gc', '--no-lazy'];
    expect(JSON.parse(await start(refused, { ...lambda, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }))).toMatchObject({
      message: 'code cache refused',
      function: 'adtrail-dev-conversions',
      stage: 'dev',
      node: process.versions.node,
      code_cache_refused: 1,
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'adtrail',
            Dimensions: [['service', 'stage']],
            Metrics: [{ Name: 'code_cache_refused', Unit: 'Count' }],
          },
        ],
      },
    });
    expect(await start(['--expose-gc'], { ...lambda, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' })).toBe('');
    expect(await start(refused, {})).toBe('');
  });

  it("V8's code cache is made by the Node that CODE_CACHE_NODE names, which a deployment tells apart", async () => {
    const docs = join(out, 'docs');
    const before = await hashOfCode(docs);
    const other = join(folder, 'other-node');
    await writeFile(other, `#!/bin/sh\necho 12.3.4`, { mode: 0o755 });
    vi.stubEnv('CODE_CACHE_NODE', other);
    expect(await hashOfCode(docs)).not.toBe(before);
    vi.stubEnv('CODE_CACHE_NODE', '');
    expect(await hashOfCode(docs)).toBe(before);
  });

  it("V8's code cache does not change what a deployment compares, which its code and files do", async () => {
    const docs = join(out, 'docs');
    const before = await hashOfCode(docs);
    await writeFile(join(docs, 'code.cache'), 'another');
    expect(await hashOfCode(docs)).toBe(before);
    await writeFile(join(docs, 'assets', 'scalar.js'), 'another');
    expect(await hashOfCode(docs)).not.toBe(before);
  });
});

describe('a bundled AWS client', () => {
  it('a bundled AWS client signs with the credentials of the environment, session token and all, and refuses to go without', async () => {
    let seen: IncomingHttpHeaders = {};
    const server = createServer((request, response) => {
      seen = request.headers;
      response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"TableNames":["accounts"]}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const out = join(folder, 'signed');
    await buildAll([{ name: 'signed-call', entry: new URL('signed-call.ts', import.meta.url).pathname }], out);
    const env = {
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const call = (credentials: Record<string, string>) =>
      inLambda(
        'signed-call',
        'try { console.log((await bundle.handler()).TableNames[0]) } catch (e) { console.log(e.message) }',
        { ...env, ...credentials },
        out,
      );
    try {
      expect(
        await call({
          AWS_ACCESS_KEY_ID: 'AKEXAMPLE',
          AWS_SECRET_ACCESS_KEY: 'not-secret',
          AWS_SESSION_TOKEN: 'session',
        }),
      ).toBe('accounts\n');
      expect(seen.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request/);
      expect(seen['x-amz-security-token']).toBe('session');
      expect(await call({})).toBe('No AWS credentials in the environment.\n');
    } finally {
      server.close();
    }
  });
});
