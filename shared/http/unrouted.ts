import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { isFrontEnd } from './headers.ts';

type Cors = Endpoint<'none', undefined, undefined, undefined, never, never>['cors'];
type Parameter = { name?: string; in?: string; $ref?: string };
type Operation = {
  'x-cors'?: string;
  parameters?: readonly Parameter[];
  responses?: Record<string, { content?: object }>;
};
type PathItem = Record<string, Operation>;

export const routedAs = (method = 'GET') => (method === 'HEAD' ? 'GET' : method);

export type Unrouted = (request: { method: string; path: string; origin?: string | undefined; requestedMethod?: string | undefined }) => {
  status: number;
  headers: Record<string, string>;
  error?: DeclaredError;
};

export function unrouted(document: { paths: object; components?: { parameters?: object } }, frontEndOrigins: readonly string[]): Unrouted {
  const sharedParameters = (document.components?.parameters ?? {}) as Record<string, Parameter>;
  const headersOf = (operation: Operation | undefined) =>
    (operation?.parameters ?? [])
      .map((parameter) => sharedParameters[parameter.$ref?.replace('#/components/parameters/', '') ?? ''] ?? parameter)
      .flatMap(({ in: place, name = '' }) => (place === 'header' ? [name] : []));
  const routes = Object.entries(document.paths as Record<string, PathItem>)
    .map(([path, item]) => ({ segments: path.split('/'), item }))
    .sort((a, b) => byLiteralsFirst(a.segments, b.segments));

  return ({ method, path, origin, requestedMethod = '' }) => {
    const segments = path.split('/');
    const routeOf = (segments: readonly string[]) => routes.find((route) => matches(route.segments, segments));
    const route = routeOf(segments);
    if (!route) {
      const page = segments.at(-1) === '' && routedAs(method) === 'GET' && routeOf(segments.slice(0, -1));
      if (page && isPage(page.item)) return { status: 308, headers: { location: `../${segments.at(-2)}` } };
      return { status: 404, headers: {}, error: serviceErrors.not_found };
    }

    const methods = Object.keys(route.item).flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()]));
    if (method !== 'OPTIONS') return { status: 405, headers: { allow: methods.join(', ') }, error: serviceErrors.method_not_allowed };

    const operation = route.item[routedAs(requestedMethod).toLowerCase()];
    const cors = operation?.['x-cors'] as Cors | undefined;
    const isAllowed = cors === 'any_origin' || (cors === 'front_ends' && isFrontEnd(origin ?? '', frontEndOrigins));
    const headers = { vary: 'Origin' };
    return {
      status: 204,
      headers: origin && isAllowed ? { ...headers, ...preflight(origin, methods, headersOf(operation)) } : headers,
    };
  };
}

const preflight = (origin: string, methods: readonly string[], ownHeaders: readonly string[]) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': ['content-type', 'authorization', 'x-request-id', ...ownHeaders].join(', '),
  'access-control-max-age': '86400',
});

const isPage = ({ get }: PathItem) => get !== undefined && !get.parameters && Object.keys(get.responses?.[200]?.content ?? {}).some(isHtml);
const isHtml = (contentType: string) => contentType.startsWith('text/html');

const isParameter = (segment: string) => segment.startsWith('{');

const matches = (template: readonly string[], path: readonly string[]) =>
  template.length === path.length && template.every((segment, i) => (isParameter(segment) ? path[i] !== '' : path[i] === segment));

/** API Gateway prefers a literal segment to a parameter, from left to right. */
export function byLiteralsFirst(a: readonly string[], b: readonly string[]): number {
  for (const [i, segment] of a.entries()) {
    const order = Number(isParameter(segment)) - Number(isParameter(b[i] ?? ''));
    if (order) return order;
  }
  return 0;
}
