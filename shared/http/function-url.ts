import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isOfEdge } from './caller-address.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { HttpHandler } from './lambda.ts';
import { queryParametersOf } from './query-parameters.ts';
import type { Event } from './response-middleware.ts';
import { routedAs, unrouted } from './unrouted.ts';

const noResource = '/{proxy+}';

/** Events of a function URL have no routes (AWS, "Invoking Lambda function URLs"). */
export function withFunctionUrl(handler: HttpHandler, endpoints: readonly AnyEndpoint[]): HttpHandler {
  const routes = endpoints.map(({ method, path }) => ({ method, resource: path, pattern: patternOf(path) }));
  return async (event, context) => {
    if (!isOfUrl(event)) return await handler(event, context);
    // Requests that bypass CloudFront have no limit per caller, so they are rejected.
    if (process.env.EDGE_TOKEN && !isOfEdge(event.headers['x-adtrail-edge'] ?? '')) return notByEdge;
    return await handler(restEventOf(event), context);
  };

  function restEventOf(event: APIGatewayProxyEventV2): Event {
    const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = event;
    const { http, requestId } = requestContext;
    const route = routes.find(({ method, pattern }) => method === routedAs(http.method) && pattern.test(rawPath));
    return {
      resource: route?.resource ?? noResource,
      path: rawPath,
      httpMethod: http.method,
      headers,
      ...queryParametersOf(rawQueryString),
      pathParameters: route?.pattern.exec(rawPath)?.groups ?? null,
      body: body ?? null,
      isBase64Encoded,
      requestContext: { requestId, identity: { sourceIp: http.sourceIp } },
    } as unknown as Event;
  }
}

const notByEdge = {
  statusCode: 403,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({
    detail: 'Send the request to the public address of the service.',
    code: 'forbidden',
  }),
};

const isOfUrl = (event: object): event is APIGatewayProxyEventV2 => (event as { version?: string }).version === '2.0';

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

export const unroutedBelow = (endpoints: readonly AnyEndpoint[]) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, cors } of endpoints) paths[path] = { ...paths[path], [method.toLowerCase()]: { 'x-cors': cors } };
  return unrouted({ paths }, []);
};
