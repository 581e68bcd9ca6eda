import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { errorsOf } from '#shared/http/openapi-errors.ts';

type Answer = { status: number; body: unknown; headers: Headers };
type Call = (args: object) => Promise<Answer>;

export const withDeclaredErrors = <C extends object>(group: Record<string, AnyEndpoint>, client: C): C =>
  Object.fromEntries(
    Object.entries(client as Record<string, Call>).map(([name, call]) => [
      name,
      async (args: object) => {
        const answer = await call(args);
        const endpoint = group[name];
        if (endpoint) expectDeclared(endpoint, answer);
        return answer;
      },
    ]),
  ) as C;

const ofEveryRoute: readonly unknown[] = ['internal'];

function expectDeclared(endpoint: AnyEndpoint, { status, body, headers }: Answer): void {
  if (status === 429) expectLimit(endpoint, headers);
  if (!endpoint.errorObject && isErrorObject(body))
    throw new Error(`${endpoint.method} ${endpoint.path} answers an error object, which no client expects.`);
  if (status === 422) expectPlaces(endpoint, body);
  if (status < 400 || body === null || typeof body !== 'object' || !('code' in body)) return;
  if (ofEveryRoute.includes(body.code) || errorsOf(endpoint).some(({ code }) => code === body.code)) return;
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${body.code}, which it does not declare.`);
}

const isErrorObject = (body: unknown) => typeof (body as { error?: { code?: unknown } } | null)?.error?.code === 'string';

const places: readonly unknown[] = ['body', 'query', 'path', 'header', 'file'];

function expectLimit({ method, path, rateLimit, callLimit }: AnyEndpoint, headers: Headers): void {
  const names = ['retry-after', ...((rateLimit ?? callLimit) ? ['ratelimit', 'ratelimit-policy'] : [])];
  const missing = names.filter((name) => !headers.has(name));
  if (missing.length > 0) throw new Error(`${method} ${path} answers 429 without ${missing.join(', ')}.`);
}

/** A form shows a problem at the field of its place. */
function expectPlaces({ method, path }: AnyEndpoint, body: unknown): void {
  const { detail } = body as { detail?: unknown };
  for (const { loc } of Array.isArray(detail) ? (detail as { loc?: unknown[] }[]) : [])
    if (!places.includes(loc?.[0])) throw new Error(`${method} ${path} refuses a value at ${JSON.stringify(loc)}.`);
}
