import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sendConversion } from '#functions/api/conversions/endpoints.ts';
import { createSession } from '#functions/api/pixel/endpoints.ts';
import type { HttpHandler } from '#shared/http/lambda.ts';
import { newApiKey } from '#shared/values/ids.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';

let silent: Server;
const sockets: Socket[] = [];
beforeAll(async () => {
  silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  Object.assign(process.env, {
    STAGE: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    TABLE_ACCOUNTS: 'accounts',
    TABLE_ATTRIBUTION: 'attribution',
    TABLE_ANALYSIS: 'analysis',
    TABLE_TRANSIENT: 'transient',
    SECRETS_JSON: secretsJson(),
  });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const groups: [string, () => Promise<{ handler: HttpHandler }>, typeof sendConversion | typeof createSession, string][] = [
  ['conversions', () => import('#functions/http/server-events.ts'), sendConversion, 'sk_live_'],
  ['pixel', () => import('#functions/http/pixel.ts'), createSession, 'pk_live_'],
];

it.each(groups)(
  'while the store hangs, %s answers 503 with Retry-After within five seconds',
  async (_, load, endpoint, prefix) => {
    const { handler } = await load();
    const key = newApiKey(prefix);
    const event = {
      httpMethod: endpoint.method,
      resource: endpoint.path,
      path: endpoint.path,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...endpoint.example.body, key }),
      isBase64Encoded: false,
    } as unknown as Parameters<HttpHandler>[0];
    const context = { getRemainingTimeInMillis: () => 29_000 } as Parameters<HttpHandler>[1];
    const started = performance.now();
    const answer = await handler(event, context);
    expect(performance.now() - started).toBeLessThan(5000 * busyness());
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'unavailable' });
  },
  15_000,
);
