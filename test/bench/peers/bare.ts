import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '#lib/local/gateway.ts';
import { securityHeaders } from '#shared/http/headers.ts';
import { conversionDeps, work } from './work.ts';

const json = (statusCode: number, body: object): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...securityHeaders },
  body: JSON.stringify(body),
});

export function bareHandler(): Route['handler'] {
  const deps = conversionDeps();
  return async ({ headers, body }) => {
    const answer = await work(headers.authorization, body ?? '', randomUUID(), deps);
    return json(answer.status, answer.body);
  };
}
