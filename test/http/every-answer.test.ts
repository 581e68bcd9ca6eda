// Slow: it tries every endpoint.
import { endpoints } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { ask, origin, pathOf, wellFormed } from './ask.ts';
import type { Credentials } from './credentials-sent.ts';

const frontEnd = 'https://app.adtrail.example';
process.env.FRONT_END_ORIGINS = frontEnd;
const { withCredentials } = await import('./credentials.ts');

const each = (test: (endpoint: AnyEndpoint) => Promise<void>) => {
  for (const endpoint of endpoints) it(`${endpoint.method} ${endpoint.path}`, () => test(endpoint));
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const methodsOf = (path: string) =>
  endpoints.filter((endpoint) => endpoint.path === path).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
const stranger = 'https://evil.example';
const allowOrigin = 'access-control-allow-origin';

let app: Awaited<ReturnType<typeof withCredentials>>['app'];
let good: Record<Auth, () => Credentials>;
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});
const goodOf = (endpoint: AnyEndpoint) => good[endpoint.auth as Auth]();

describe('the request id', () => {
  each(async (endpoint) => {
    const idOf = async (id: string) => {
      const answer = await ask(app.send, endpoint, {
        credentials: goodOf(endpoint),
        headers: { 'x-request-id': id },
      });
      return answer.headers.get('x-request-id');
    };
    for (const id of ['a', 'my-request.1:2_3', 'x'.repeat(128)]) expect(await idOf(id)).toBe(id);
    for (const id of ['', 'a b', 'x'.repeat(129), 'a<b>', 'a"b', 'a/b', 'é', '{}']) expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a browser of another origin may read the answer only where that is declared', () => {
  each(async (endpoint) => {
    for (const credentials of [goodOf(endpoint), {}]) {
      const allowed = async (headers: Record<string, string>) => {
        const answer = await ask(app.send, endpoint, { credentials, headers });
        if (endpoint.cors === 'none') expect([...answer.headers.keys()].join()).not.toContain('access-control');
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
        if (headers.origin && endpoint.cors !== 'none') expect(answer.headers.get('vary')).toBe('Origin');
        return answer.headers.get(allowOrigin);
      };
      expect(await allowed({})).toBeNull();
      expect(await allowed({ origin: frontEnd })).toBe(endpoint.cors === 'none' ? null : frontEnd);
      expect(await allowed({ origin: stranger })).toBe(endpoint.cors === 'any_origin' ? stranger : null);
      expect(await allowed({ origin: 'null' })).toBe(endpoint.cors === 'any_origin' ? 'null' : null);
    }
  });

  it('server-events answers none', () => {
    expect(endpoints.find(({ path }) => path.endsWith('/server-events'))?.cors).toBe('none');
  });
});

describe('a preflight is answered as declared', () => {
  each(async (endpoint) => {
    const preflight = async (from: string) => {
      const headers = { origin: from, 'access-control-request-method': endpoint.method };
      const answer = await ask(app.send, endpoint, { method: 'OPTIONS', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      const [allowed, allowedMethods] = [answer.headers.get(allowOrigin), answer.headers.get('access-control-allow-methods')];
      expect(allowedMethods?.split(', ').sort() ?? null).toEqual(allowed === null ? null : methodsOf(endpoint.path).sort());
      return allowed;
    };
    expect(await preflight(frontEnd)).toBe(endpoint.cors === 'none' ? null : frontEnd);
    expect(await preflight(stranger)).toBe(endpoint.cors === 'any_origin' ? stranger : null);
  });
});

describe('another method is 405 and names those there are', () => {
  each(async (endpoint) => {
    const declared = methodsOf(endpoint.path);
    for (const method of methods.filter((name) => !declared.includes(name))) {
      const { status, headers } = await ask(app.send, endpoint, { method, credentials: goodOf(endpoint) });
      expect([method, status, headers.get('allow')?.split(', ').sort()]).toEqual([method, 405, declared.sort()]);
    }
  });
});

describe('a path beside an endpoint is 404', () => {
  each(async (endpoint) => {
    const path = pathOf(endpoint);
    for (const other of [
      ...(/^\/docs(\/guides)?$/.test(path) ? [] : [`${path}/`]),
      `${path}/a/b/c`,
      `/x${path}`,
      path.toUpperCase(),
      `/${path}`,
      `/api/v2${path}`,
    ]) {
      const response = await app.send(new Request(`${origin}${other}`, { headers: goodOf(endpoint).headers ?? {} }));
      expect([other, (await wellFormed(response)).status]).toEqual([other, 404]);
    }
  });
});
