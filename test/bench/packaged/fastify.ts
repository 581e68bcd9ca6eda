import { randomUUID } from 'node:crypto';
import awsLambdaFastify from '@fastify/aws-lambda';
import Fastify from 'fastify';
import { sendConversion } from '../../../functions/api/conversions/endpoints.ts';
import type { Route } from '../../../lib/local/gateway.ts';
import { securityHeaders } from '../../../shared/http/headers.ts';
import { conversionDeps, work } from '../peers/work.ts';

/** Our parser keeps numbers exact. */
export async function makeHandler(): Promise<Route['handler']> {
  const deps = conversionDeps();
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onSend', async (_request, reply) => void reply.headers(securityHeaders));
  app.post(sendConversion.path, async (request, reply) => {
    const answer = await work(request.headers.authorization, String(request.body), randomUUID(), deps);
    return reply.code(answer.status).send(answer.body);
  });
  const proxy = awsLambdaFastify(app);
  await app.ready();
  return proxy as unknown as Route['handler'];
}
