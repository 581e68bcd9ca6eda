// Slow: it starts processes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Admission, admission } from '#lib/local/admission.ts';
import type { GatewayAnswer, GatewayRequest } from '#lib/local/gateway.ts';
import { type HttpServer, httpServer } from '#lib/local/http-server.ts';
import { listen } from '#lib/local/listen.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((door) => door.stop(0))));

async function open(handle?: (request: GatewayRequest) => Promise<GatewayAnswer>, admitted?: Admission) {
  const failures: unknown[] = [];
  const door = httpServer((error) => failures.push(error), admitted);
  servers.push(door);
  const port = await listen(door.server, 0);
  if (handle) door.serve(handle);
  return { door, port, failures, url: `http://127.0.0.1:${port}` };
}
const echo = async (request: GatewayRequest): Promise<GatewayAnswer> => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
  body: JSON.stringify({ ...request, body: request.body.toString() }),
});

async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('the front door on this machine', () => {
  it('the front door on this machine hands over method, path, query, headers as written, body and address', async () => {
    const { url } = await open(echo);
    const answer = await fetch(`${url}/a%2Fb/c?x=1&x=2`, {
      method: 'POST',
      body: 'hällo',
      headers: { 'X-Own': 'y' },
    });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const seen = (await answer.json()) as GatewayRequest;
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/a%2Fb/c',
      query: 'x=1&x=2',
      body: 'hällo',
      sourceIp: '127.0.0.1',
    });
    expect(seen.headers).toContainEqual(['X-Own', 'y']);
  });

  it('the front door on this machine hands requests under /files to the files alone, and all others to the service', async () => {
    const { url, door } = await open();
    door.serve(
      async () => ({ status: 200, headers: {}, body: 'service' }),
      (_, response) => void response.end('files'),
    );
    for (const [path, expected] of [
      ['/files/exports/a', 'files'],
      ['/files/', 'files'],
      ['/files', 'service'],
      ['/filesystem', 'service'],
      ['/', 'service'],
      ['/?x=/files/', 'service'],
    ] as const)
      expect([path, await (await fetch(url + path)).text()]).toEqual([path, expected]);
  });

  it('the front door on this machine answers HEAD with the length that the service names, and without a body', async () => {
    const headers = { 'content-length': '1234', 'x-own': 'y' };
    const { port } = await open(async () => ({ status: 200, headers, body: '' }));
    const answer = await sendRaw(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/);
    expect(answer).toContain('content-length: 1234\r\n');
  });

  it('the front door on this machine compresses long texts for callers that take gzip, as API Gateway does, and nothing else', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(20_000) });
    const { url } = await open(async ({ path }) => ({
      status: 200,
      headers: {
        'content-type': path === '/picture' ? 'image/png' : 'application/json; charset=utf-8',
        vary: 'Origin',
      },
      body: path === '/short' ? text.slice(0, 10_000) : text,
    }));
    const sent = async (path: string, accepted: string) => {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': accepted } });
      const body = await answer.text();
      return [answer.headers.get('content-encoding'), answer.headers.get('vary'), body === text];
    };
    expect(await sent('/', 'gzip')).toEqual(['gzip', 'Origin, Accept-Encoding', true]);
    expect(await sent('/', 'br, gzip;q=0.8')).toEqual(['gzip', 'Origin, Accept-Encoding', true]);
    expect(await sent('/', 'gzip;q=0, br')).toEqual([null, 'Origin', true]);
    expect(await sent('/', 'identity')).toEqual([null, 'Origin', true]);
    expect(await sent('/picture', 'gzip')).toEqual([null, 'Origin', true]);
    expect(await sent('/short', 'gzip')).toEqual([null, 'Origin', false]);
    const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect([head.headers.get('content-encoding'), head.headers.get('content-length')]).toEqual(['gzip', null]);
  });

  it('the front door on this machine answers 503 until the service stands behind it', async () => {
    const { url } = await open();
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable', request_id: expect.any(String) });
  });

  it('the front door on this machine refuses a body over 10 MB, announced or not, and takes one just below', async () => {
    const { url } = await open(async ({ body }) => ({ status: 200, headers: {}, body: String(body.length) }));
    const most = 10 * 1024 * 1024;
    expect(await (await fetch(url, { method: 'POST', body: Buffer.alloc(most) })).text()).toBe(String(most));
    const over = [Buffer.alloc(most), Buffer.alloc(1)];
    const announced = await fetch(url, { method: 'POST', body: Buffer.concat(over) });
    const chunked = await fetch(url, { method: 'POST', body: ReadableStream.from(over), duplex: 'half' });
    for (const answer of [announced, chunked]) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({
        detail: 'The body is too large.',
        code: 'payload_too_large',
        request_id: answer.headers.get('x-request-id'),
      });
    }
  });

  it('the front door on this machine refuses an announced body before it is sent, where the caller waits for leave', async () => {
    const { port } = await open(echo);
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 40}\r\nExpect: 100-continue\r\n\r\n`;
    const answer = await sendRaw(port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('the front door on this machine answers 500 when the service throws, and goes on', async () => {
    const { url, failures } = await open(({ path }) => (path === '/bad' ? Promise.reject(new Error('bad')) : echo({} as never)));
    const answer = await fetch(`${url}/bad`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal' });
    expect(failures).toEqual([new Error('bad')]);
  });

  it('the front door on this machine outlives malformed requests and callers that hang up', async () => {
    const { url, port, failures } = await open(echo);
    expect(await sendRaw(port, 'no http at all\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4/);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc', () => socket.destroy());
    });
    await once(socket, 'close');
    expect((await fetch(url)).status).toBe(200);
    expect(failures).toEqual([]);
  });

  it('the front door on this machine finishes the request in flight when it stops, and closes idle connections at once', async () => {
    let release = () => {};
    const reached = Promise.withResolvers<void>();
    const { door, url } = await open(async ({ path }) => {
      if (path === '/slow') {
        reached.resolve();
        await new Promise<void>((resolve) => (release = resolve));
      }
      return { status: 200, headers: {}, body: 'done' };
    });
    await (await fetch(url)).text();
    const slow = fetch(`${url}/slow`);
    await reached.promise;
    const stopped = door.stop(5000);
    await expect(fetch(`${url}/new`)).rejects.toThrow();
    const asked = Date.now();
    release();
    expect(await (await slow).text()).toBe('done');
    await stopped;
    expect(Date.now() - asked).toBeLessThan(1000 * busyness());
  });

  it.each([
    ['GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400, 'malformed_request'],
    ['\x16\x03\x01 not HTTP\r\n\r\n', 400, 'malformed_request'],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'malformed_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ])('the front door on this machine answers what is no request with a body that says why (%#)', async (text, status, code) => {
    const { port, failures } = await open(echo);
    const [head = '', body = ''] = (await sendRaw(port, text)).split('\r\n\r\n');
    const [line, ...headers] = head.toLowerCase().split('\r\n');
    expect(line).toMatch(new RegExp(`^http/1.1 ${status} `));
    const problem = JSON.parse(body);
    expect(problem).toEqual({ detail: expect.any(String), code, request_id: expect.any(String) });
    expect(headers).toEqual(expect.arrayContaining([`content-length: ${body.length}`, `x-request-id: ${problem.request_id}`]));
    expect(failures).toEqual([]);
  });

  it('the front door on this machine works on so many requests at once, lets some wait, and refuses the others at once with Retry-After', async () => {
    let most = 0;
    let now = 0;
    const work = Promise.withResolvers<void>();
    const { url } = await open(
      async () => {
        most = Math.max(most, ++now);
        await work.promise;
        now--;
        return { status: 200, headers: {}, body: 'done' };
      },
      admission({ atOnce: 3, waiting: 4, longestWaitMs: 60_000 }),
    );
    const asked = Array.from({ length: 12 }, () => fetch(url, { method: 'POST', body: 'x' }));
    const refused = (await Promise.all(asked.map((one) => Promise.race([one, delay(1500)])))).filter(
      (answer) => answer instanceof Response,
    );
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(503));
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    }
    work.resolve();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(most).toBe(3);
    expect((await fetch(url)).status).toBe(200);
  });

  it('the front door on this machine refuses a request that has waited too long', async () => {
    const work = Promise.withResolvers<void>();
    const { url } = await open(
      async () => {
        await work.promise;
        return { status: 200, headers: {}, body: '' };
      },
      admission({ atOnce: 1, waiting: 4, longestWaitMs: 50 }),
    );
    const first = fetch(url);
    await delay(20);
    expect((await fetch(url)).status).toBe(503);
    work.resolve();
    expect((await first).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
  });
});
