import { randomUUID } from 'node:crypto';
import awsLambdaFastify from '@fastify/aws-lambda';
import type { APIGatewayProxyResult } from 'aws-lambda';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { secureHeaders } from 'hono/secure-headers';
import { makeDeps as makeConversionDeps } from '#functions/api/conversions/deps.ts';
import { sendConversion } from '#functions/api/conversions/endpoints.ts';
import type { Route } from '#lib/local/gateway.ts';
import { securityHeaders } from '#shared/http/headers.ts';
import { work } from './work.ts';

const json = (statusCode: number, body: object): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...securityHeaders },
  body: JSON.stringify(body),
});

/** The work with nothing around it: what any frame adds shows beside this. */
export function bareHandler(): Route['handler'] {
  const deps = makeConversionDeps();
  return async ({ headers, body }) => {
    const answer = await work(headers.authorization, body ?? '', randomUUID(), deps);
    return json(answer.status, answer.body);
  };
}

/** The work as a Hono application behind its Lambda adapter. */
export function honoHandler(): Route['handler'] {
  const deps = makeConversionDeps();
  const app = new Hono();
  app.use(secureHeaders());
  app.post(sendConversion.path, async (context) => {
    const text = await context.req.text();
    const answer = await work(context.req.header('authorization'), text, randomUUID(), deps);
    return context.json(answer.body, answer.status);
  });
  return handle(app) as unknown as Route['handler'];
}

/** The work as a Fastify application behind its Lambda adapter; the body is parsed by us, as numbers must stay exact. */
export async function fastifyHandler(): Promise<Route['handler']> {
  const deps = makeConversionDeps();
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onSend', async (_request, reply) => void reply.headers(securityHeaders));
  app.post(sendConversion.path, async (request, reply) => {
    const answer = await work(request.headers.authorization, String(request.body), randomUUID(), deps);
    return reply.code(answer.status).send(answer.body);
  });
  const proxy = awsLambdaFastify(app);
  await app.ready();
  return proxy as unknown as Route['handler'];
}
