import { sendConversion } from '#functions/api/conversions/endpoints.ts';
import { handler as ours } from '#functions/http/server-events.ts';
import { gateway, type Route } from '#lib/local/gateway.ts';
import { httpServer } from '#lib/local/http-server.ts';
import { listen } from '#lib/local/listen.ts';
import { packaged } from '../packaged.ts';
import { bareHandler } from './bare.ts';
import { rawHandler, rawLoop } from './raw.ts';

const [, , name = '', storedEvent = '{}'] = process.argv;
const stored = JSON.parse(storedEvent);
const handlers: Record<string, () => Route['handler'] | Promise<Route['handler']>> = {
  loop: () => rawLoop(stored),
  raw: () => rawHandler(stored),
  bare: bareHandler,
  ours: () => ours as unknown as Route['handler'],
  hono: () => packaged('hono'),
  fastify: () => packaged('fastify'),
  powertools: () => packaged('powertools'),
};
const handler = await handlers[name]?.();
if (!handler) throw new Error(`There is no peer ${name}.`);

const door = httpServer((error) => process.stderr.write(`${error}\n`));
door.serve(gateway([{ endpoints: [sendConversion], handler }], handler).handle);
process.on('disconnect', () => process.exit());
process.send?.({ port: await listen(door.server, 0) });
