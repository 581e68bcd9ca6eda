import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { makeDeps as makeConversionDeps } from '#functions/http/conversions/deps.ts';
import type { Route } from '#lib/local/gateway.ts';
import { securityHeaders } from '#shared/http/headers.ts';
import { work } from './work.ts';

const json = (statusCode: number, body: object): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...securityHeaders },
  body: JSON.stringify(body),
});

export function bareHandler(): Route['handler'] {
  const deps = makeConversionDeps();
  return async ({ headers, body }) => {
    const answer = await work(headers.authorization, body ?? '', randomUUID(), deps);
    return json(answer.status, answer.body);
  };
}
