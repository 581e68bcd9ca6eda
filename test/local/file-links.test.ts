import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { serveFiles } from '#lib/local/file-links.ts';
import { listen } from '#lib/local/listen.ts';
import { signedUrl } from '#shared/aws/signed-url.ts';

const key = 'key';
type Seen = { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders };

async function serverOf(listener: RequestListener) {
  const server = createServer(listener);
  const port = await listen(server, 0);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}
async function scene() {
  const seen: Seen[] = [];
  const engine = await serverOf(({ method, url, headers }, response) => {
    seen.push({ method, url, headers });
    response.writeHead(url?.includes('missing') ? 404 : 200, {
      'content-type': 'text/html',
      etag: '"e"',
      server: 'engine',
      'x-amz-id-2': 'x',
    });
    response.end('<p>file</p>');
  });
  const parts: [file: string, number: number, bytes: number][] = [];
  const completed: unknown[] = [];
  const uploads = {
    startUpload: async (file: string) => `id of ${file}`,
    async uploadPart(file: string, id: string, number: number, bytes: Buffer) {
      expect(id).toBe(`id of ${file}`);
      parts.push([file, number, bytes.length]);
      return `tag ${number}`;
    },
    completeUpload: async (...all: unknown[]) => void completed.push(all),
  };
  const frontEnds = ['https://app.example'];
  const address = await serverOf(serveFiles({ engine, key, uploads: uploads as never, frontEnds }));
  const ask = (path: string, init?: RequestInit) => fetch(address + path, init);
  return { ask, seen, parts, completed };
}
const signature = 'X-Amz-Signature=s';

it('a link with a signature leads to the engine, with the headers of a file alone and a policy that runs nothing', async () => {
  const { ask, seen } = await scene();
  const disposition = 'attachment; filename="a.csv"';
  const query = `${signature}&response-content-disposition=${encodeURIComponent(disposition)}`;
  const answer = await ask(`/files/exports/a%20b?${query}`, {
    headers: { range: 'bytes=0-1', cookie: 'c=1' },
  });
  expect([answer.status, await answer.text()]).toEqual([200, '<p>file</p>']);
  expect(seen).toEqual([expect.objectContaining({ method: 'GET', url: `/exports/a%20b?${query}` })]);
  expect(seen[0]?.headers).toMatchObject({ host: 'localhost', range: 'bytes=0-1' });
  expect(seen[0]?.headers).not.toHaveProperty('cookie');
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    etag: '"e"',
    'content-disposition': disposition,
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'x-content-type-options': 'nosniff',
  });
  for (const name of ['server', 'x-amz-id-2']) expect(headers).not.toHaveProperty(name);
  const missing = await ask(`/files/exports/missing?${query}`);
  expect([missing.status, missing.headers.get('content-disposition')]).toEqual([404, null]);
});

it.each<[string, string, RequestInit]>([
  ['without a signature', '/files/exports/a', {}],
  ['whose signature is part of another name', '/files/exports/a?no-X-Amz-Signature=s', {}],
  ['with another method', `/files/exports/a?${signature}`, { method: 'DELETE' }],
  ['with a method that writes', `/files/exports/a?${signature}`, { method: 'POST' }],
  ['that a page reads', `/files/exports/a?${signature}`, { headers: { origin: 'https://app.example' } }],
  ['that another page writes', `/files/exports/a?${signature}`, { method: 'PUT', body: 'x', headers: { origin: 'https://evil.example' } }],
  [
    'to another bucket that a page writes',
    `/files/files/a?${signature}`,
    { method: 'PUT', body: 'x', headers: { origin: 'https://app.example' } },
  ],
])('a request %s is refused, and does not reach the engine', async (_, path, init) => {
  const { ask, seen } = await scene();
  const answer = await ask(path, init);
  expect([answer.status, seen]).toEqual([403, []]);
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('a page of a front end may upload after it asked', async () => {
  const { ask, seen } = await scene();
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'PUT' };
  const asked = await ask('/files/exports/a', { method: 'OPTIONS', headers });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT']);
  expect(asked.headers.get('access-control-allow-origin')).toBe('https://app.example');
  const put = await ask(`/files/exports/a?${signature}`, {
    method: 'PUT',
    body: 'x',
    headers: { origin: 'https://app.example' },
  });
  expect([put.status, put.headers.get('access-control-allow-origin'), seen.length]).toEqual([200, 'https://app.example', 1]);
});

it('a large upload goes to the engine in parts of 8 MB, if its link is signed', async () => {
  const { ask, parts, completed, seen } = await scene();
  const mb = 1024 * 1024;
  const link = new URL(
    signedUrl({
      method: 'PUT',
      url: new URL('http://localhost/exports/a%20b'),
      region: 'us-east-1',
      seconds: 60,
      now: new Date(),
      credentials: { accessKeyId: 'local', secretAccessKey: key },
    }),
  );
  const path = `/files${link.pathname}${link.search}`;
  const body = Buffer.alloc(17 * mb);
  expect((await ask(path, { method: 'PUT', body })).status).toBe(200);
  expect(parts.map(([file]) => file)).toEqual(Array(parts.length).fill('a b'));
  expect(parts.map(([, number]) => number)).toEqual(parts.map((_, at) => at + 1));
  expect(parts.reduce((sum, [, , bytes]) => sum + bytes, 0)).toBe(17 * mb);
  for (const [, , bytes] of parts.slice(0, -1)) expect(bytes).toBeGreaterThanOrEqual(8 * mb);
  expect(completed).toEqual([['a b', 'id of a b', parts.map(([, number]) => `tag ${number}`)]]);
  expect((await ask(`/files/exports/a?${signature}`, { method: 'PUT', body })).status).toBe(403);
  expect([completed.length, seen]).toEqual([1, []]);
  expect((await ask(path, { method: 'PUT', body: body.subarray(0, 8 * mb) })).status).toBe(200);
  expect(seen).toHaveLength(1);
});
