import { endpoints } from '#functions/groups.ts';
import { serveDocs } from './serve.ts';

const paths = endpoints.map(({ path }) => path as string);

describe('openapi.json', () => {
  it('openapi.json is served to any origin, with every operation', async () => {
    const server = await serveDocs('');
    const answer = await fetch(`${server.base}/openapi.json`, {
      headers: { origin: 'https://tools.example' },
    });
    const document = (await answer.json()) as { openapi: string; paths: object };
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://tools.example');
    expect(document.openapi).toBe('3.1.1');
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(paths)].sort());
    await server.close();
  });

  it('openapi.json is also served for customers, without operations of operators', async () => {
    const server = await serveDocs('');
    const answer = await fetch(`${server.base}/openapi-customers.json`);
    const document = (await answer.json()) as { openapi: string; paths: object; webhooks: object };
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(document.openapi).toBe('3.1.1');
    const served = Object.keys(document.paths);
    expect(served).toContain('/api/v1/pixel/server-events');
    expect(served.filter((path) => path.startsWith('/api/v1/dev/'))).toEqual([]);
    expect(Object.keys(document.webhooks)).toContain('conversion.attributed');
    const { default: whole } = await import('../../../openapi.json', { with: { type: 'json' } });
    expect(Object.keys(whole.paths).length).toBeGreaterThan(served.length);
    await server.close();
  });

  it('openapi.json leaves unmatched requests to 404, 405 and the preflight, with a request ID each', async () => {
    const server = await serveDocs('');
    const unknown = await fetch(`${server.base}/nowhere`);
    expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
    const wrong = await fetch(`${server.base}/openapi.json`, { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await wrong.json()).toMatchObject({
      code: 'method_not_allowed',
      request_id: wrong.headers.get('x-request-id'),
    });
    const preflight = await fetch(`${server.base}/openapi.json`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('x-request-id') !== null]).toEqual([204, true]);
    await server.close();
  });
});
