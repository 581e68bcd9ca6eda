import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export type SmokeSettings = {
  /** The address of the service, without a slash at its end. */
  url: string;
  /** Of a test account: who signs in. Keys are then made, and revoked at the end. */
  account?: { email: string; password: string };
  /** In place of an account: keys that exist. Report and erasure then need an account, and are left out. */
  keys?: { publicKey: string; secretKey: string };
  tell: (step: string) => void;
  /** How long the report may take to show the conversion. */
  reportMs?: number;
  fetch?: typeof fetch;
};

type Json = Record<string, unknown>;
type Asked = { method?: string; body?: Json; token?: string };
const campaign = 'smoke';

/** A step that did not do what it must; the message holds no secret. */
export class SmokeFailed extends Error {
  override name = 'SmokeFailed';
}

/**
 * Walks a stage as a customer does: sign-in, keys, click, conversion twice, report, erasure. It works in the test
 * environment of the account, and revokes its keys and ends its session whatever happens. Throws `SmokeFailed`.
 */
export async function smoke({ url, account, keys, tell, reportMs = 60_000, ...more }: SmokeSettings) {
  const request = more.fetch ?? fetch;
  const ask = async (path: string, { method, body, token }: Asked = {}) => {
    const began = performance.now();
    const response = await request(url + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Json;
    const took = Math.round(performance.now() - began);
    return { status: response.status, answer, took };
  };
  const expectFrom = async (step: string, path: string, asked: Asked, isRight: (answer: Json) => boolean) => {
    const { status, answer, took } = await ask(path, asked);
    if (status >= 300 || !isRight(answer))
      throw new SmokeFailed(
        `${step}: status ${status}, code ${String(answer.code ?? 'none')}, request ${String(answer.request_id ?? 'none')}.`,
      );
    tell(`${step} (${took} ms)`);
    return answer;
  };

  await expectFrom('health', '/health', {}, ({ status }) => status === 'ok' || status === undefined);
  const id = randomUUID();
  const event = {
    ...{ event_type: 'order_created', event_id: `smoke:${id}`, value: 25.99, currency: 'USD' },
    external_user_id: `smoke-${id}`,
  };
  const convert = async ({ publicKey, secretKey }: { publicKey: string; secretKey: string }) => {
    const { sid } = await expectFrom(
      'click',
      '/api/v1/pixel/sessions',
      { body: { key: publicKey, url: `https://shop.example/?svc_campaign=${campaign}` } },
      (answer) => typeof answer.sid === 'string',
    );
    const sent = { body: { ...event, svc_click_id: sid }, token: secretKey };
    await expectFrom('conversion', '/api/v1/pixel/server-events', sent, ({ matched }) => matched === true);
    await expectFrom(
      'the same again',
      '/api/v1/pixel/server-events',
      sent,
      ({ duplicate }) => duplicate === true,
    );
  };
  if (keys) return await convert(keys);
  if (!account) throw new SmokeFailed('Neither an account nor keys were given.');

  const { access_token } = await expectFrom(
    'sign-in',
    '/api/v1/auth/login',
    { body: account },
    (answer) => typeof answer.access_token === 'string',
  );
  const token = String(access_token);
  const made: string[] = [];
  try {
    const create = async (kind: 'public' | 'secret') => {
      const key = await expectFrom(
        `${kind} key`,
        '/api/v1/pixel/keys',
        { body: { name: `Smoke ${id.slice(0, 8)}`, kind, environment: 'test' }, token },
        (answer) => typeof answer.key === 'string',
      );
      made.push(String(key.id));
      return String(key.key);
    };
    // Totals stay when an event is erased, so earlier walks are in them.
    const counted = async () => {
      const path = '/api/v1/pixel/reports/conversions?group_by=campaign&environment=test';
      const { status, answer } = await ask(path, { token });
      const rows = (answer.rows ?? []) as { campaign: string; count: number }[];
      const own = rows.filter((row) => row.campaign === campaign);
      return { status, count: own.reduce((sum, row) => sum + row.count, 0) };
    };
    const { count: before } = await counted();
    await convert({ publicKey: await create('public'), secretKey: await create('secret') });
    for (const until = Date.now() + reportMs; ; ) {
      const { status, count } = await counted();
      if (count === before + 1) break;
      if (Date.now() > until)
        throw new SmokeFailed(`report: ${count} conversions after ${before}, status ${status}.`);
      await delay(500);
    }
    tell('report');
    await expectFrom(
      'erasure',
      '/api/v1/pixel/privacy/erase',
      { body: { external_user_id: event.external_user_id }, token },
      ({ erased_events }) => erased_events === 1,
    );
    await expectFrom(
      'receipt after the erasure',
      `/api/v1/pixel/events/${encodeURIComponent(event.event_id)}?environment=test`,
      { token },
      ({ has_external_user }) => has_external_user === false,
    );
  } finally {
    for (const key of made)
      await ask(`/api/v1/pixel/keys/${key}`, { method: 'DELETE', token }).catch(() => {});
    await ask('/api/v1/auth/logout', { method: 'POST', token }).catch(() => {});
    tell('keys revoked, signed out');
  }
}
