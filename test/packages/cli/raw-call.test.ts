import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#lib/local/listen.ts';
import { credentialFor, pathOf, takesKey } from '#packages/cli/src/commands/raw-call.ts';
import type { Config } from '#packages/cli/src/config.ts';
import { runCommand } from './run-command.ts';

type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
const requests: Request[] = [];
const folder = mkdtempSync(join(tmpdir(), 'adtrail-raw-'));
let answer = { status: 200, text: '{"ok":1.10000000000000000001}', type: 'application/json' };
let server: Server;
let env: Record<string, string>;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text);
  });
  const port = await listen(server, 0);
  env = {
    ADTRAIL_CONFIG_DIR: folder,
    ADTRAIL_BASE_URL: `http://127.0.0.1:${port}`,
    ADTRAIL_ACCESS_TOKEN: 'token',
    ADTRAIL_SECRET_KEY: 'sk_test_1',
    ADTRAIL_READ_KEY: 'rk_test_1',
  };
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void requests.splice(0));

const operations = Object.entries(
  JSON.parse(readFileSync('openapi.json', 'utf8')).paths as Record<string, Record<string, Operation>>,
).flatMap(([path, of]) => Object.entries(of).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })));
type Operation = { security?: object[]; parameters?: { $ref?: string; name?: string }[] };

it('the credential is one that the operation takes, for every operation of customers', () => {
  const config = { accessToken: 'a', secretKey: 's', readKey: 'r' } as Config;
  const schemeOf = { token: 'user', secret: 'conversionKey', read: 'readKey', none: '' };
  let checked = 0;
  for (const { method, path, operation } of operations) {
    const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one));
    if (!schemes.some((scheme) => ['user', 'conversionKey', 'readKey'].includes(scheme))) continue;
    expect([method, path, schemes]).toEqual([method, path, expect.arrayContaining([schemeOf[credentialFor(path, config)]])]);
    checked++;
  }
  expect(checked).toBeGreaterThan(100);
});

it('a POST has an Idempotency-Key exactly where the API takes one', () => {
  for (const { method, path, operation } of operations)
    expect([method, path, takesKey(method, path)]).toEqual([
      method,
      path,
      JSON.stringify(operation.parameters ?? [])
        .toLowerCase()
        .includes('idempotency'),
    ]);
});

it.each([
  ['credits', [], '/api/v1/credits'],
  ['/credits?limit=3', ['a=b=c', 'a=d e'], '/api/v1/credits?limit=3&a=b%3Dc&a=d+e'],
  ['/api/v1/credits', [], '/api/v1/credits'],
  ['api/v1/credits', [], '/api/v1/credits'],
  ['https://shop.example/adtrail/api/v1/credits', [], '/api/v1/credits'],
  ['/health', [], '/health'],
  ['openapi.json', [], '/openapi.json'],
])('the path %s with %j is %s', (asked, pairs, path) => {
  expect(pathOf(asked, 'https://shop.example/adtrail', pairs)).toBe(path);
});

it.each([['https://evil.example/api/v1/credits'], ['//evil.example/x'], ['http://shop.example/x']])(
  'the address %s of another host is refused',
  (asked) => {
    expect(() => pathOf(asked, 'https://shop.example', [])).toThrow('is not at https://shop.example');
  },
);

it('get prints the answer with its digits', async () => {
  const { code, stdout } = await runCommand(['get', 'credits', '-q', 'limit=3'], env);
  expect([code, stdout]).toEqual([0, '{"ok":1.10000000000000000001}\n']);
  expect(requests).toMatchObject([{ method: 'GET', url: '/api/v1/credits?limit=3', headers: { authorization: 'Bearer token' } }]);
});

it('post sends JSON of the option, a file and stdin, as it is', async () => {
  const body = '{"value": 9007199254740993}';
  writeFileSync(join(folder, 'body.json'), body);
  for (const data of [body, `@${join(folder, 'body.json')}`, '-', '@-'])
    expect(await runCommand(['post', 'pixel/keys', '-d', data], env, body)).toMatchObject({ code: 0 });
  for (const { headers, ...request } of requests) {
    expect(request).toEqual({ method: 'POST', url: '/api/v1/pixel/keys', body });
    expect(headers['content-type']).toBe('application/json');
  }
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);
});

it('post sends an event with the secret key, and a file of another form with its type', async () => {
  await runCommand(['post', 'pixel/server-events', '-d', '{}'], env);
  await runCommand(['post', 'pixel/reconciliations', '-d', '-', '--type', 'text/csv'], env, 'order_id\n1\n');
  expect(requests.map(({ headers, body }) => [headers.authorization, headers['content-type'], body])).toEqual([
    ['Bearer sk_test_1', 'application/json', '{}'],
    ['Bearer token', 'text/csv', 'order_id\n1\n'],
  ]);
});

it.each([
  [['post', 'x', '-d', '{'], 2, '--data is not JSON. Name another type with --type, such as text/csv.'],
  [['post', 'x', '-d', '@/missing'], 2, '/missing cannot be read.'],
  [['get', 'x', '-q', 'limit'], 2, '--query limit: NAME=VALUE expected.'],
  [['get', 'x', '--auth', 'key'], 2, '--auth key: token, secret, read, none expected.'],
  [['get'], 2, '<path> is missing. `adtrail get --help` shows how.'],
] as const)('a mistake is one sentence, and nothing is sent: %j', async (args, code, sentence) => {
  expect(await runCommand([...args], env)).toEqual({ code, stdout: '', stderr: `${sentence}\n` });
  expect(requests).toEqual([]);
});

it.each([
  [400, 1],
  [401, 3],
  [404, 1],
  [422, 1],
])('the status %i ends with the exit code %i and the sentence of the service', async (status, code) => {
  answer = { ...answer, status, text: '{"detail":"No such thing.","code":"x"}' };
  const { stdout, stderr, code: exit } = await runCommand(['delete', 'x'], env);
  expect([exit, stdout, stderr]).toEqual([code, '', expect.stringMatching(/^No such thing\.[^\n]*\n$/)]);
});

it("a proxy's page is not taken for an answer, and a POST is not repeated after it", async () => {
  answer = { status: 200, text: '<html>', type: 'text/html' };
  expect(await runCommand(['get', 'credits'], env)).toMatchObject({ code: 4, stdout: '' });
  answer = { status: 503, text: '<html>', type: 'text/html' };
  requests.splice(0);
  expect(await runCommand(['post', 'competitors/discover', '-d', '{}'], env)).toMatchObject({ code: 4 });
  expect(requests).toHaveLength(1);
});
