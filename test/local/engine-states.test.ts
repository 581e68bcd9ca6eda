// Slow: it starts processes.
import { createServer } from 'node:http';
import { SQSClient } from '@aws-sdk/client-sqs';
import { checkHealth } from '#functions/api/docs/check-health.ts';
import * as docs from '#functions/api/docs/endpoints.ts';
import { engineStates, probesOf } from '#lib/local/engine-states.ts';
import { gateway } from '#lib/local/gateway.ts';
import { listen } from '#lib/local/listen.ts';
import { client } from '#shared/http/client.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

const never = () => new Promise(() => {});
const working = async () => {};
const broken = () => Promise.reject(new Error('refused'));

function healthOver(engines?: Parameters<typeof engineStates>[0]) {
  const deps = { frontEndOrigins: [], ...(engines && { engines: () => engineStates(engines, 100) }) };
  const handler = httpLambda([checkHealth], () => deps);
  const { handle } = gateway([{ endpoints: [checkHealth], handler }], handler);
  return client(docs, async (request) => {
    const { pathname: path } = new URL(request.url);
    const { status, headers, body } = await handle({
      method: request.method,
      path,
      query: '',
      headers: [...request.headers],
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
    });
    return new Response(String(body), { status, headers: headers as Record<string, string> });
  });
}

describe('GET /health', () => {
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/);

  it('GET /health is 200 with the version where there are no engines to check, as in the cloud', async () => {
    const { status, body, headers } = await healthOver().checkHealth({});
    expect([status, body]).toEqual([200, { status: 'ok', version }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('GET /health is 200 when every engine works', async () => {
    const { status, body } = await healthOver({ dynamodb: working, mail: working }).checkHealth({});
    expect([status, body]).toEqual([200, { status: 'ok', version, engines: { dynamodb: 'ok', mail: 'ok' } }]);
  });

  it('GET /health is 503 with a time to wait when one is down or silent, and waits no longer than the limit', async () => {
    const began = Date.now();
    const health = healthOver({ dynamodb: working, sqs: broken, mail: never });
    const { status, body, headers } = await health.checkHealth({});
    expect(Date.now() - began).toBeLessThan(2000 * busyness());
    const engines = { dynamodb: 'ok', sqs: 'down', mail: 'down' };
    expect([status, body]).toEqual([503, { status: 'degraded', version, engines }]);
    expect(headers.get('retry-after')).toBe('5');
  });
});

it('an engine is down when nothing listens at its address, or what listens there answers with an error', async () => {
  const server = createServer((_, response) => response.writeHead(500).end());
  const failing = `http://127.0.0.1:${await listen(server, 0)}`;
  for (const at of ['http://127.0.0.1:9', failing]) {
    const sqs = new SQSClient({
      region: 'us-east-1',
      endpoint: at,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const probes = probesOf({
      dynamodb: at,
      sqs,
      s3: at,
      mail: at,
      oidc: at,
      vendors: at,
      engineKey: 'local',
      directory: '/dev/full',
    });
    const states = await engineStates(probes);
    expect(Object.keys(states)).toEqual(['dynamodb', 'sqs', 's3', 'disk', 'mail', 'oidc', 'vendors']);
    expect(new Set(Object.values(states))).toEqual(new Set(['down']));
    sqs.destroy();
  }
  server.close();
});
