import * as z from 'zod';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { service } from '#shared/values/service.ts';

const EngineState = z.enum(['ok', 'down']);
export type EngineStates = Record<string, z.output<typeof EngineState>>;

const Health = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ description: '`degraded` if an engine is `down`.' }),
    version: z.string().meta({ description: 'The version of the service.' }),
    engines: z.record(z.string(), EngineState).optional().meta({
      description: 'Only where `npm start` runs the service: its engines and its disk, each checked for at most a second.',
    }),
  })
  .meta({ id: 'Health' });

/** In the cloud the health check reads no store; the local host gives the check of its engines. */
const engines = (): (() => Promise<EngineStates>) | undefined => undefined;

const retryAfterSeconds = 5;
const { version } = service;

export const checkHealth = defineEndpoint({
  id: 'checkHealth',
  method: 'GET',
  path: '/health',
  auth: 'none',
  needs: { engines },
  summary: 'Check the health of the service',
  description:
    'For uptime monitors and load balancers. `200` means that the API answers requests. It does not read the tables, so it does not report their state. Where `npm start` runs the service, it also checks the engines on that machine, and that its disk takes writes: `503` with `retry-after` if one of them is down.',
  cors: 'any_origin',
  responses: { 200: Health, 503: Health },
  answers: { 200: 'The service is up.', 503: 'An engine is down. Retry later.' },
  example: {
    responses: {
      200: { status: 'ok', version },
      503: {
        status: 'degraded',
        version,
        engines: { dynamodb: 'ok', sqs: 'ok', s3: 'ok', disk: 'ok', mail: 'down' },
      },
    },
  },
  async handle(_request, { engines: check }) {
    if (!check) return ok({ status: 'ok', version } as const);
    const engines = await check();
    if (Object.values(engines).every((state) => state === 'ok')) return ok({ status: 'ok', version, engines } as const);
    const headers = { 'retry-after': String(retryAfterSeconds) };
    return reply(503, { status: 'degraded', version, engines } as const, headers);
  },
});
