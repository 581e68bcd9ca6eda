// Slow: it starts processes.
import { randomUUID } from 'node:crypto';
import type { Fault, VendorRequest } from '#lib/local/mock-servers.ts';
import { type Answer, type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';

const noted: Omit<VendorRequest, 'at'>[] = [];
const faults: Partial<Fault>[] = [];
const refusal = (status: number): Answer => ({ status, body: { problem: `code ${status}` } });
let server: VendorServer;
beforeAll(async () => {
  server = await vendorServer(
    {
      name: 'llm',
      basePath: '/v1.0',
      routes: {
        'GET /things/{id}/parts': ({ params, query }) => ({
          status: 200,
          body: { id: params.id, page: query.get('page') },
        }),
        'POST /things': ({ body }) => ({ status: 201, body: { got: body } }),
        'GET /text': () => ({ status: 200, body: 'ok' }),
      },
      refusal,
    },
    {
      note: (request) => void noted.push(request),
      fault: () => faults.shift() as ReturnType<Parameters<typeof vendorServer>[1]['fault']>,
    },
  );
});
afterAll(() => server.stop());
beforeEach(() => void noted.splice(0));

const ask = (path: string, init?: RequestInit) => fetch(server.baseUrl + path, init);

describe('a mock server of a vendor', () => {
  it('a mock server of a vendor answers by its routes, and 404 in the shape of the vendor for every other path and method', async () => {
    expect(await (await ask('/things/a%20b/parts?page=2')).json()).toEqual({ id: 'a%20b', page: '2' });
    expect(await (await ask('/text')).text()).toBe('ok');
    for (const answer of [
      await ask('/things/x'),
      await ask('/things/x/parts', { method: 'DELETE' }),
      await fetch(`${new URL(server.baseUrl).origin}/v1x0/text`),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ problem: 'code 404' });
    }
  });

  it('a mock server of a vendor notes every request, body and query and all, and no credentials', async () => {
    const key = randomUUID();
    await ask('/things?a=1', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"name":"x"}',
    });
    await ask('/things', { method: 'POST', body: new URLSearchParams({ 'items[0]': 'y' }) });
    expect(noted).toEqual([
      { vendor: 'llm', method: 'POST', path: '/v1.0/things?a=1', body: { name: 'x' } },
      { vendor: 'llm', method: 'POST', path: '/v1.0/things', body: { 'items[0]': 'y' } },
    ]);
    expect(JSON.stringify(noted)).not.toContain(key);
  });

  it('a mock server of a vendor meets a status with an error in the shape of the vendor, once', async () => {
    faults.push({ vendor: 'llm', status: 429 });
    const answer = await ask('/text');
    expect([answer.status, await answer.json()]).toEqual([429, { problem: 'code 429' }]);
    expect((await ask('/text')).status).toBe(200);
    expect(noted).toHaveLength(2);
  });

  it('a mock server of a vendor meets a delay, and answers then', async () => {
    faults.push({ vendor: 'llm', delay_ms: 80 });
    const started = performance.now();
    expect(await (await ask('/text')).text()).toBe('ok');
    expect(performance.now() - started).toBeGreaterThan(75);
  });

  it('a mock server of a vendor breaks an answer off in the middle', async () => {
    faults.push({ vendor: 'llm', cut: true });
    const answer = await ask('/things', { method: 'POST', body: '{"name":"a longer name"}' });
    expect(answer.status).toBe(201);
    await expect(answer.text()).rejects.toThrow();
  });

  it('a mock server of a vendor stops at once, whoever still waits', async () => {
    const other = await vendorServer(
      { name: 'llm', routes: { 'GET /': () => ({ status: 200, body: null, delayMs: 60_000 }) }, refusal },
      { note: () => {}, fault: () => undefined },
    );
    const waiting = fetch(`${other.baseUrl}/`).catch(() => 'broken off');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await other.stop();
    expect(await waiting).toBe('broken off');
  });
});
