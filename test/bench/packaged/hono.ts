import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { secureHeaders } from 'hono/secure-headers';
import { makeDeps as makeConversionDeps } from '../../../functions/http/conversions/deps.ts';
import { sendConversion } from '../../../functions/http/conversions/endpoints.ts';
import type { Route } from '../../../lib/local/gateway.ts';
import { work } from '../peers/work.ts';

export function makeHandler(): Route['handler'] {
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
