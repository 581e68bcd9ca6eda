import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safePost } from '#shared/web/safe-post.ts';
import { AddressRefused } from '#shared/web/web.ts';

const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const post = safePost({ userAgent: 'test', toThisMachine: true });
const to = (url: string, timeoutMs = 2000) => post({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"ä"}', timeoutMs });

it('posts JSON with its headers, and returns status and text', async () => {
  const seen: object[] = [];
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { method, url: path, headers } = request;
    seen.push({
      method,
      path,
      body,
      type: headers['content-type'],
      id: headers['webhook-id'],
      agent: headers['user-agent'],
    });
    response.writeHead(418).end('a teapot');
  });
  expect(await to(url)).toEqual({ status: 418, body: 'a teapot' });
  expect(seen).toEqual([
    {
      method: 'POST',
      path: '/hook?a=b',
      body: '{"a":"ä"}',
      type: 'application/json',
      id: 'evt_1',
      agent: 'test',
    },
  ]);
});

it('follows no redirect', async () => {
  let redirected = 0;
  const target = await serve((_, response) => {
    redirected++;
    response.end();
  });
  const url = await serve((_, response) => void response.writeHead(307, { location: target }).end());
  expect(await to(url)).toMatchObject({ status: 307 });
  expect(redirected).toBe(0);
});

it('reads four KB of an answer that does not end, and goes by its status', async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const { status, body } = await to(url);
  expect([status, body.length]).toEqual([200, 4096]);
});

it('goes by the status when the rest does not come in time', async () => {
  const url = await serve((_, response) => void response.writeHead(200).write('begun'));
  expect(await to(url, 300)).toEqual({ status: 200, body: 'begun' });
});

it.each<[string, RequestListener, string]>([
  ['hangs', () => {}, 'timeout'],
  ['hangs up', (request) => void request.socket.destroy(), 'no_answer'],
  ['speaks no HTTP', (request) => void request.socket.end('nonsense\r\n\r\n'), 'broken'],
])('says so when a server %s', async (_, listener, reason) => {
  await expect(to(await serve(listener), 300)).rejects.toMatchObject({ name: 'SiteUnreachable', reason });
});

describe('in the cloud', () => {
  const dialed: string[] = [];
  const cloud = (address: string) =>
    safePost({
      userAgent: 'test',
      resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
      dial: ({ host }) => {
        dialed.push(host);
        throw new Error('Nothing is to be dialed.');
      },
    });
  const send = (url: string, address = '93.184.216.34') => cloud(address)({ url, headers: {}, body: '', timeoutMs: 500 });

  it.each([
    'http://shop.example.com/',
    'http://localhost:3000/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://shop.internal/',
    'https://shop.example.com:8443/',
  ])('in the cloud refuses %s', async (url) => {
    await expect(send(url)).rejects.toThrow(AddressRefused);
    expect(dialed).toEqual([]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'in the cloud refuses a public name that leads to %s',
    async (address) => {
      await expect(send('https://shop.example.com/', address)).rejects.toThrow(AddressRefused);
      expect(dialed).toEqual([]);
    },
  );
});
