import { setTimeout as delay } from 'node:timers/promises';
import { hours } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import { namesOfWalk } from './rules/names-of-walk.ts';

export type SmokeSettings = {
  url: string;
  account?: { email: string; password: string };
  keys?: { publicKey: string; secretKey: string };
  onStep: (step: string, milliseconds: number) => void;
  id?: string;
  fetch?: typeof fetch;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
};

type Json = Record<string, unknown>;
type Asked = { method?: string; body?: Json; token?: string };
type Key = { id: string; name: string; created_at: string; revoked_at: string | null };

/** Keys younger than this may belong to a run in progress. */
const leftOverMs = hours(1 / 6);
const keyName = /^Smoke ([0-9A-Za-z]{22})$/;

export class SmokeFailed extends Error {
  override name = 'SmokeFailed';
}

/** The next run cleans up after a killed run. Throws `SmokeFailed`. */
export async function smoke({ url, account, keys, onStep, ...more }: SmokeSettings) {
  const { id = randomText(22), now = Date.now, pause = delay, fetch: request = fetch } = more;
  const names = namesOfWalk(id);
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
    return { status: response.status, answer, took: performance.now() - began };
  };
  const expectFrom = async (step: string, path: string, asked: Asked, isRight: (answer: Json) => boolean) => {
    const { status, answer, took } = await ask(path, asked);
    if (status >= 300 || !isRight(answer))
      throw new SmokeFailed(
        `${step}: status ${status}, code ${String(answer.code ?? 'none')}, request ${String(answer.request_id ?? 'none')}.`,
      );
    onStep(step, took);
    return answer;
  };

  await expectFrom('health', '/health', {}, ({ status }) => status === 'ok' || status === undefined);
  const event = {
    event_type: 'order_created',
    event_id: names.eventId,
    value: 25.99,
    currency: 'USD',
    external_user_id: `smoke-${id}`,
    svc_click_id: names.clickId,
  };
  const convert = async ({ publicKey, secretKey }: { publicKey: string; secretKey: string }) => {
    const landing = `https://shop.example/?svc_campaign=${names.campaign}`;
    await expectFrom(
      'click',
      '/api/v1/pixel/sessions',
      { body: { key: publicKey, sid: names.clickId, url: landing } },
      ({ sid }) => sid === names.clickId,
    );
    const request = { body: event, token: secretKey };
    await expectFrom('conversion', '/api/v1/pixel/server-events', request, ({ matched }) => matched === true);
    await expectFrom('the same again', '/api/v1/pixel/server-events', request, ({ duplicate }) => duplicate === true);
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
  const keyPath = '/api/v1/pixel/keys';
  const sessionsPath = '/api/v1/auth/sessions';
  const erasePath = '/api/v1/pixel/privacy/erase';
  const cleanUp = async (walk: string, createdKeys: readonly string[]) => {
    // A run's keys show that its data remains, so they are revoked last.
    await ask(erasePath, { body: { svc_click_id: namesOfWalk(walk).clickId }, token });
    for (const key of createdKeys) await ask(`${keyPath}/${key}`, { method: 'DELETE', token });
  };
  const ownSession = async () => {
    const { answer } = await ask(sessionsPath, { token });
    const sessions = (answer.sessions ?? []) as { id: string; is_current: boolean }[];
    return `${sessionsPath}/${sessions.find(({ is_current }) => is_current)?.id ?? ''}`;
  };
  const keyIds: string[] = [];
  try {
    const { keys: listedKeys } = await expectFrom('list of keys', keyPath, { token }, (answer) => Array.isArray(answer.keys));
    const isLeft = ({ name, created_at, revoked_at }: Key) =>
      keyName.test(name) && !revoked_at && Date.parse(created_at) < now() - leftOverMs;
    const leftOverKeys = Map.groupBy((listedKeys as Key[]).filter(isLeft), ({ name }) => name.replace(keyName, '$1'));
    for (const [walk, ownRows] of leftOverKeys) {
      await cleanUp(
        walk,
        ownRows.map((key) => key.id),
      );
      onStep('what an earlier walk left', 0);
    }
    const create = async (kind: 'public' | 'secret') => {
      const key = await expectFrom(
        `${kind} key`,
        keyPath,
        { body: { name: names.keys, kind, environment: 'test' }, token },
        (answer) => typeof answer.key === 'string',
      );
      keyIds.push(String(key.id));
      return String(key.key);
    };
    await convert({ publicKey: await create('public'), secretKey: await create('secret') });
    const startedAt = performance.now();
    for (;;) {
      const path = '/api/v1/pixel/reports/conversions?group_by=campaign&environment=test';
      const { status, answer } = await ask(path, { token });
      const rows = (answer.rows ?? []) as { campaign: string; count: number }[];
      const ownRows = rows.filter(({ campaign }) => campaign === names.campaign);
      const count = ownRows.reduce((sum, row) => sum + row.count, 0);
      if (count === 1) break;
      if (count > 1 || performance.now() - startedAt > 60_000)
        throw new SmokeFailed(
          `report: ${count} conversions after ${Math.round((performance.now() - startedAt) / 1000)} s, status ${status}.`,
        );
      await pause(500);
    }
    onStep('report', performance.now() - startedAt);
    await expectFrom('erasure', erasePath, { body: { svc_click_id: names.clickId }, token }, ({ erased_events }) => erased_events === 1);
    await expectFrom(
      'receipt after the erasure',
      `/api/v1/pixel/events/${encodeURIComponent(event.event_id)}?environment=test`,
      { token },
      ({ has_external_user }) => has_external_user === false,
    );
    for (const key of keyIds)
      await expectFrom('key revoked', `${keyPath}/${key}`, { method: 'DELETE', token }, ({ revoked_at }) => typeof revoked_at === 'string');
    await expectFrom('sign-out', await ownSession(), { method: 'DELETE', token }, () => true);
  } catch (error) {
    const began = performance.now();
    await cleanUp(id, keyIds).catch(() => {});
    await ownSession()
      .then((path) => ask(path, { method: 'DELETE', token }))
      .catch(() => {});
    onStep('keys revoked, signed out', performance.now() - began);
    throw error;
  }
}
