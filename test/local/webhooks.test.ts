// Slow: it starts processes.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { until } from '#test/kit/until.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const data = join(temporaryFolder(), 'data');

it('npm start delivers webhooks to a server on this machine, and retries one that fails', async () => {
  const got: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    got.push({ body, headers: request.headers });
    response.writeHead(got.length === 1 ? 500 : 200).end('answer');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = spawnHost(['--port', '0', '--data', data, '--json']);
  try {
    const { api, demo } = await host.ready();
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${api}/api/v1/webhook-endpoints${path}`, {
        method,
        headers: { authorization: `Bearer ${demo.access_token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { id: string; secret: string; deliveries: { status: string }[] };
    };
    const url = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
    const { id, secret } = await call('POST', '', { url, events: ['key.exposed'] });
    await call('POST', `/${id}/test`, { event_type: 'conversion.attributed' });
    await until(() => got.length === 2, 20);
    for (const { body, headers } of got)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'conversion.attributed',
        test: true,
      });
    expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id']);
    await until(async () => (await call('GET', `/${id}/deliveries`)).deliveries[0]?.status === 'delivered');
  } finally {
    await host.end('SIGTERM');
    server.close();
  }
});
