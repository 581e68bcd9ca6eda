import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Facts } from '#lib/local/host.ts';

type Answer = { status: number; body: Record<string, unknown> };
export type Service = Pick<Facts, 'api'>;

export async function call({ api }: Service, path: string, token = '', body?: object, method?: string): Promise<Answer> {
  const answer = await fetch(`${api}/api/v1${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Answer['body'] };
}

/** A scene that failed proves nothing, so it throws. */
export async function done(...args: Parameters<typeof call>): Promise<Answer['body']> {
  const { status, body } = await call(...args);
  if (status >= 300) throw new Error(`${args[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const sale = (i: number, more: object = {}) => ({
  event_type: 'order_created',
  event_id: `order-${i}`,
  value: i / 100,
  currency: 'USD',
  external_user_id: `customer-${i % 3}`,
  svc_click_id: 's_spring0000000000000001',
  ...more,
});

export const click = (service: Service, key: string, sid: string, campaign: string) =>
  done(service, '/pixel/sessions', '', { key, sid, url: `https://shop.example/?svc_campaign=${campaign}` });

export async function report(service: Service, token: string) {
  const { rows } = await done(service, '/pixel/reports/conversions?group_by=campaign', token);
  return Object.fromEntries(
    (rows as { campaign: string; count: number; value: string | number }[]).map(({ campaign, count, value }) => [
      campaign,
      { count, value: Number(value).toFixed(2) },
    ]),
  );
}

export async function webhookServer() {
  const got: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    got.push({ body, headers: request.headers });
    response.end('ok');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
  return { url, got, close: () => void server.close() };
}
