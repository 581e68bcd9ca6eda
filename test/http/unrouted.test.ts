import { unrouted } from '#shared/http/unrouted.ts';
import { serviceErrors } from '#shared/values/errors.ts';

const page = { responses: { 200: { content: { 'text/html; charset=utf-8': {} } } } };
const document = {
  paths: {
    '/things': { get: { 'x-cors': 'front_ends' }, post: { 'x-cors': 'front_ends' } },
    '/things/{id}': { delete: { 'x-cors': 'front_ends' } },
    '/things/report': { get: { 'x-cors': 'front_ends' } },
    '/beacon': { post: { 'x-cors': 'any_origin' } },
    '/back-end': { post: { 'x-cors': 'none' } },
    '/page': { get: page },
    '/below/page': { get: page },
    '/asked': { get: { ...page, parameters: [{ name: 'token', in: 'query' }] } },
  },
};
const front = 'https://app.example';
const ask = unrouted(document, [front]);
const preflight = (path: string, requestedMethod: string, origin?: string) => ask({ method: 'OPTIONS', path, requestedMethod, origin });

describe('a request that no endpoint matches', () => {
  it.each(['/', '/thing', '/things/', '/things//', '/things/1/2', '/Things', '//things', '/{id}'])('%s is an unknown path: 404', (path) => {
    expect(ask({ method: 'GET', path })).toEqual({
      status: 404,
      headers: {},
      error: serviceErrors.not_found,
    });
    expect(ask({ method: 'OPTIONS', path }).status).toBe(404);
  });

  it("a request that no endpoint matches is 405 with the path's methods when only the method is wrong", () => {
    const wrong = { status: 405, error: serviceErrors.method_not_allowed };
    const allow = 'GET, HEAD, POST';
    expect(ask({ method: 'PUT', path: '/things' })).toEqual({ ...wrong, headers: { allow } });
    for (const method of ['GET', 'HEAD']) expect(ask({ method, path: '/things/7' })).toEqual({ ...wrong, headers: { allow: 'DELETE' } });
  });

  it('a request that no endpoint matches is matched by a literal path before one with a parameter', () => {
    expect(ask({ method: 'DELETE', path: '/things/report' }).headers).toEqual({ allow: 'GET, HEAD' });
  });

  it.each(['GET', 'HEAD'])('%s of a page with a slash at its end is redirected to the page', (method) => {
    const redirect = { status: 308, headers: { location: '../page' } };
    expect(ask({ method, path: '/page/' })).toEqual(redirect);
    expect(ask({ method, path: '/below/page/' })).toEqual(redirect);
    for (const path of ['/page//', '/asked/', '/things/']) expect(ask({ method, path })).toMatchObject({ status: 404 });
    expect(ask({ method: 'POST', path: '/page/' })).toMatchObject({ status: 404 });
  });
});

describe('a preflight', () => {
  it('a preflight lets any origin in where any page may call', () => {
    expect(preflight('/beacon', 'POST', 'https://shop.example')).toEqual({
      status: 204,
      headers: {
        vary: 'Origin',
        'access-control-allow-origin': 'https://shop.example',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type, authorization, x-request-id',
        'access-control-max-age': '86400',
      },
    });
  });

  it('a preflight lets only the configured front ends in where people sign in', () => {
    expect(preflight('/things/7', 'DELETE', front).headers).toMatchObject({
      'access-control-allow-origin': front,
    });
    expect(preflight('/things', 'HEAD', front).headers).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD, POST',
    });
    for (const origin of ['https://evil.example', `${front}.evil.example`, 'null', ''])
      expect(preflight('/things/7', 'DELETE', origin)).toEqual({ status: 204, headers: { vary: 'Origin' } });
  });

  it('a preflight lets every port of a host in where the configuration says so, and no other host', () => {
    const local = unrouted(document, ['http://localhost:*']);
    const allowed = (origin: string) =>
      local({ method: 'OPTIONS', path: '/things', requestedMethod: 'GET', origin }).headers['access-control-allow-origin'];
    for (const origin of ['http://localhost', 'http://localhost:80', 'http://localhost:5173']) expect(allowed(origin)).toBe(origin);
    for (const origin of [
      'https://localhost:5173',
      'http://localhost.evil.example',
      'http://localhost:1.evil.example',
      'http://localhost:5173@evil.example',
      'http://evil.example/http://localhost:5173',
      'null',
    ])
      expect([origin, allowed(origin)]).toEqual([origin, undefined]);
  });

  it('a preflight lets nobody in where only back ends call, or where no such method exists', () => {
    for (const [path, method] of [
      ['/back-end', 'POST'],
      ['/things', 'DELETE'],
      ['/things', 'constructor'],
    ] as const)
      expect(preflight(path, method, front)).toEqual({ status: 204, headers: { vary: 'Origin' } });
  });

  it('a preflight without an origin or a method is an ordinary OPTIONS: 204', () => {
    expect(ask({ method: 'OPTIONS', path: '/beacon' })).toEqual({ status: 204, headers: { vary: 'Origin' } });
  });
});
