import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Facts } from '#lib/local/host.ts';
import { type Answer, type Answers, answersOf, periodAt } from '#lib/ops/upgrade/questions.ts';
import { askedAt } from './recorded.ts';

type Json = Record<string, unknown>;
type Send = (path: string, by: 'user' | 'operator', init?: RequestInit) => Promise<Answer>;

const period = periodAt(Date.parse(askedAt));
const days = `from=${period.from}&to=${period.to}`;

/** These answers depend on mock vendors, or the command `upgrade` does not need them. */
const lists = [
  'auth/recovery',
  'competitors/discovery-status',
  'notifications/ads-studio-dismissals',
  'notifications/early-access/status',
  'notifications/emails',
  'notifications/walkthrough-status',
];
const operators = [
  'dev/activity?user_id=1',
  'dev/credits?user_id=1',
  'dev/credits/audit?user_id=1',
  'dev/webhooks',
  'dev/ingest-limits?user_id=1',
  'dev/users/1',
  'dev/users/1/events?environment=live&limit=100',
  'dev/tracing/users/1',
  'dev/tracing/users/search?email=demo',
  'dev/tracing/search?q=demo',
  'dev/tracing/search?q=northwind',
  'dev/waitlist',
  'dev/assistant-ads',
  'dev/audit?limit=100',
  'dev/managed-clients?manager_user_id=1',
];

export async function allAnswers({ api, demo, operator_token }: Facts): Promise<Answers> {
  const send: Send = async (path, by, init = {}) => {
    const token = by === 'user' ? demo.access_token : operator_token;
    const headers = {
      ...(by === 'user' ? { authorization: `Bearer ${token}` } : { 'x-svc-dev-token': token, 'x-dev-token': token }),
      'content-type': 'application/json',
    };
    const response = await fetch(`${api}/api/v1/${path}`, { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(text) as Json) : text.split('\n') };
  };
  const answers = await answersOf((path) => send(path, 'user'), period);
  for (const path of lists) answers[path] = await send(path, 'user');
  for (const path of operators) answers[path] = await send(path, 'operator');
  answers['a new export'] = await newExport(send);
  return answers;
}

async function newExport(send: Send): Promise<Answer> {
  const order = { ...period, environment: 'live', format: 'ndjson' };
  const created = await send('pixel/exports', 'user', { method: 'POST', body: JSON.stringify(order) });
  if (created.status >= 300) return created;
  const id = String((created.body as Json).export_id);
  for (let look = 0; look < 300; look++) {
    const { body } = await send(`pixel/exports/${id}`, 'user');
    const { url, status } = body as Json;
    if (typeof url === 'string') {
      const file = await fetch(url);
      const bytes = Buffer.from(await file.arrayBuffer());
      const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
      const lines = text.split('\n').filter(Boolean).sort();
      return { status: file.status, body: lines.map((line) => JSON.parse(line)) };
    }
    if (status === 'failed') return { status: 500, body };
    await delay(200);
  }
  throw new Error(`The export of ${days} is not done after a minute.`);
}
