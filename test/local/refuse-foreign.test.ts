import { createServer, request } from 'node:http';
import { listen } from '#lib/local/listen.ts';
import { refuseForeign } from '#lib/local/refuse-foreign.ts';

type Settings = Parameters<typeof refuseForeign>[1];

async function answered(headers: Record<string, string>, settings?: Settings) {
  const server = createServer((_, response) => void response.end('served'));
  server.on('checkContinue', (_, response) => void response.end('continued'));
  refuseForeign(server, settings);
  const port = await listen(server, 0);
  try {
    return await new Promise<[status: number | undefined, type: string | undefined, body: string]>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', headers }, async (response) => {
        const body = (await response.toArray()).join('');
        resolve([response.statusCode, response.headers['content-type'], body]);
      });
      asked.on('error', reject).end();
    });
  } finally {
    server.close();
  }
}
const refusal = (detail: string) => [403, 'application/json', JSON.stringify({ detail, code: 'forbidden' })];
const byHost = refusal('The Host header must be 127.0.0.1 or localhost.');
const byOrigin = refusal('Pages of other origins must not call this server.');
const served = [200, undefined, 'served'];

it.each([
  ['127.0.0.1:3007', served],
  ['127.0.0.1', served],
  ['[::1]:3007', served],
  ['localhost:80', served],
  ['shop.localhost:80', served],
  ['LOCALHOST', served],
  ['127.0.0.2', byHost],
  ['127.0.0.1.evil.example', byHost],
  ['localhost.evil.example', byHost],
  ['evil.example', byHost],
  ['localhost:80:80', byHost],
])('the host "%s" of a request is answered with %j', async (host, expected) => {
  expect(await answered({ host })).toEqual(expected);
  expect(await answered({ host, expect: '100-continue' })).toEqual(expected === served ? [200, undefined, 'continued'] : expected);
});

it.each([
  ['http://localhost:5173', served],
  ['https://127.0.0.1', served],
  ['https://evil.example', byOrigin],
  ['null', byOrigin],
])('the origin %s of a request is answered with %j', async (origin, expected) => {
  expect(await answered({ host: 'localhost', origin })).toEqual(expected);
  expect(await answered({ host: 'localhost', origin }, { answersOrigins: true })).toEqual(served);
});

it('a public host is answered in any case of letters, and another one is not', async () => {
  const settings = { publicHost: 'ads.example' };
  for (const host of ['ads.example', 'ADS.example', 'localhost']) expect(await answered({ host }, settings)).toEqual(served);
  expect(await answered({ host: 'evil.example' }, settings)).toEqual(refusal('The Host header must be ads.example.'));
});
