import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { secureHeaders } from 'hono/secure-headers';
import { sendConversion } from '../../../functions/api/conversions/endpoints.ts';
import type { Route } from '../../../lib/local/gateway.ts';
import { conversionDeps, work } from '../peers/work.ts';

export function makeHandler(): Route['handler'] {
  const deps = conversionDeps();
  const app = new Hono();
  app.use(secureHeaders());
  app.post(sendConversion.path, async (context) => {
    const text = await context.req.text();
    const answer = await work(context.req.header('authorization'), text, randomUUID(), deps);
    return context.json(answer.body, answer.status);
  });
  return handle(app) as unknown as Route['handler'];
}
