import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { fitsPayload } from '#shared/http/payload-size.ts';
import { queryParametersOf } from '#shared/http/query-parameters.ts';
import { byLiteralsFirst, routedAs } from '#shared/http/unrouted.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';

export type GatewayRequest = {
  method: string;
  /** The path is percent-encoded as the client sent it, without the query. */
  path: string;
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  sourceIp: string;
};
export type GatewayAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string;
};

export type Route = {
  endpoints: readonly AnyEndpoint[];
  handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
  timeoutSeconds?: number | undefined;
};

type Matched = Pick<Route, 'handler' | 'timeoutSeconds'> & { endpoint: AnyEndpoint };

export function gateway(routes: readonly Route[], fallback: Route['handler']) {
  const literal = new Map<string, Matched>();
  const literalPaths = new Set<string>();
  const patterns: (Matched & { method: string; pattern: RegExp; names: string[] })[] = [];
  for (const { endpoints, handler, timeoutSeconds } of routes) {
    for (const endpoint of endpoints) {
      const target = { endpoint, handler, timeoutSeconds };
      if (!endpoint.path.includes('{')) {
        literal.set(`${endpoint.method} ${endpoint.path}`, target);
        literalPaths.add(endpoint.path);
      } else patterns.push({ method: endpoint.method, ...compile(endpoint.path), ...target });
    }
  }
  // Literal segments have priority: API Gateway prefers `/docs/guides/{name}` to `/docs/{page}/{name}`.
  patterns.sort((a, b) => byLiteralsFirst(a.endpoint.path.split('/'), b.endpoint.path.split('/')));

  function match(method: string, path: string) {
    const exact = literal.get(`${method} ${path}`);
    if (exact) return { ...exact, params: null };
    // In API Gateway, a literal path has priority over a pattern even if only the pattern has the method.
    if (literalPaths.has(path)) return null;
    for (const { method: wanted, pattern, names, ...target } of patterns) {
      const match = wanted === method ? pattern.exec(path) : null;
      if (match)
        return {
          ...target,
          params: Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? ''])),
        };
    }
    return null;
  }

  return {
    async handle(request: GatewayRequest): Promise<GatewayAnswer> {
      const matched = match(routedAs(request.method), request.path);
      const event = eventOf(request, matched?.endpoint.path ?? '/{proxy+}', matched?.params ?? null);
      const handler = matched?.handler ?? fallback;
      const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = fitsPayload(event.body)
        ? await handler(event, contextOf(event, matched?.timeoutSeconds))
        : refusal(event, serviceErrors.payload_too_large);
      if (!fitsPayload(body)) throw new Error(`${request.method} ${event.resource} answered more than the 6 MB of Lambda.`);
      return {
        status: statusCode,
        headers: (multiValueHeaders ? { ...headers, ...multiValueHeaders } : (headers ?? {})) as GatewayAnswer['headers'],
        body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
      };
    },
  };
}

const compiled = new Map<string, { names: string[]; pattern: RegExp }>();

function compile(path: string) {
  const cached = compiled.get(path);
  if (cached) return cached;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const escaped = path.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  const pathMatcher = { names, pattern: new RegExp(`^${escaped}$`) };
  compiled.set(path, pathMatcher);
  return pathMatcher;
}

function eventOf(
  { method, path, query, headers, body, sourceIp }: GatewayRequest,
  resource: string,
  params: Record<string, string> | null,
) {
  const text = body.toString('utf8');
  // A body that is not UTF-8 is sent as base64, and the function rejects it.
  const isText = Buffer.byteLength(text) === body.length && (!text.includes('\uFFFD') || Buffer.from(text).equals(body));
  return {
    resource,
    path,
    httpMethod: method,
    headers: Object.fromEntries(headers),
    ...queryParametersOf(query),
    pathParameters: params,
    stageVariables: null,
    body: body.length === 0 ? null : isText ? text : body.toString('base64'),
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: {
      requestId: randomUUID(),
      httpMethod: method,
      resourcePath: resource,
      path,
      stage: 'local',
      identity: { sourceIp },
    },
  } as unknown as APIGatewayProxyEvent;
}

/** An answer before or in place of the function's, as API Gateway has it. */
export function refusal({ requestContext }: APIGatewayProxyEvent, { code, status, sentence }: DeclaredError): APIGatewayProxyResult {
  const { requestId } = requestContext;
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId };
  return {
    statusCode: status,
    headers: status === 503 ? { ...headers, 'retry-after': '1' } : headers,
    body: JSON.stringify({ detail: sentence, code, request_id: requestId }),
  };
}

export function contextOf({ requestContext }: APIGatewayProxyEvent, timeoutSeconds = 29): Context {
  const end = performance.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: requestContext.requestId,
    getRemainingTimeInMillis: () => end - performance.now(),
  } as Context;
}
