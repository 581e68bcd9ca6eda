import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isThisMachine } from '../../../../shared/web/this-machine.ts';
import type { Api } from '../api.ts';
import { type Context, environmentOf } from '../command.ts';
import { Failure, usage } from '../failure.ts';
import { oneLine } from '../visible.ts';
import { withRetry } from '../with-retry.ts';

type Endpoint = { id: string; environment: string; status: string; description: string };
type Delivery = {
  id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  payload: string;
  last_attempt: { at: string } | null;
  delivered_at: string | null;
};
/** A change of these fields reveals that a delivery was replayed. */
type Known = Pick<Delivery, 'status' | 'attempts' | 'delivered_at'>;
type Forwarded = { status: number | null; error: string | null; duration_ms: number };

const endpoints = '/api/v1/webhook-endpoints';
const pollMs = 1000;
const restartMs = 60_000;
const answerMs = 10_000;

/** The service cannot reach this machine, so a disabled endpoint collects events and its log is read. */
export async function forward(target: string, context: Context, count: number): Promise<void> {
  const { api, note, print, json, atEnd } = context;
  const url = targetOf(target);
  const environment = environmentOf(context);
  await deleteLeftovers(api);
  const id = await startCollecting(url, environment, context);
  let isDeleted: Promise<void> | undefined;
  const stop = () => {
    isDeleted ??= deleteEndpoint(api, id, (text) => note(text));
    return isDeleted;
  };
  atEnd(stop);
  try {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    if (json) print({ forwarding_to: url, environment, endpoint: id, secret }, '');
    else print({}, `Signing secret, shown only this once: ${secret}`);
    note(
      `Forwarding ${environment} events to ${url}. Events of the first minute can be missing. ` +
        `The disabled endpoint ${id} collects them, and is deleted at the end. Ctrl-C ends it.`,
    );
    const seenDeliveries = new Map<string, Known>();
    await withRetry(() => newDeliveries(api, environment, seenDeliveries), note);
    for (let sentCount = 0; ; ) {
      await delay(pollMs);
      for (const { delivery, isReplay } of await withRetry(() => newDeliveries(api, environment, seenDeliveries), note)) {
        const answer = await send(url, secret, delivery, note);
        const { event_id, event_type } = delivery;
        const line = [
          new Date().toISOString(),
          event_type,
          event_id,
          answer.status ?? answer.error,
          `${answer.duration_ms} ms`,
          isReplay && 'replayed',
        ];
        print({ event_id, event_type, is_replay: isReplay, ...answer }, oneLine(line.filter(Boolean).join('  ')));
        if (++sentCount >= count) return;
      }
    }
  } finally {
    await stop();
  }
}

function targetOf(text: string): string {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  if (url && isThisMachine(url) && !url.username && !url.password) return url.href;
  throw usage(`--forward-to ${text}: an address of this machine expected, such as http://localhost:3000/hook.`);
}

/** The description identifies the endpoint of a killed process, so that the next start deletes it. */
const descriptionOf = (pid: number) => `adtrail listen ${hostname().slice(0, 100)} ${pid}`;

async function deleteLeftovers(api: Api): Promise<void> {
  const { body } = await api('GET', endpoints);
  for (const { id, description, status } of body.endpoints as Endpoint[]) {
    const pid = Number(description.split(' ').at(-1));
    if (status === 'disabled' && description === descriptionOf(pid) && !isRunning(pid))
      await api('DELETE', `${endpoints}/${id}`, { also: [404] });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startCollecting(target: string, environment: string, { api, config }: Context) {
  // The endpoint is disabled before an event can reach it.
  const isHere = isThisMachine(new URL(config.baseUrl));
  const url = isHere ? target : `${config.baseUrl}/listen`;
  const body = { url, environment, description: descriptionOf(process.pid) };
  const created = await api('POST', endpoints, { headers: { 'idempotency-key': randomUUID() }, body });
  const id = String(created.body.id);
  try {
    await api('PATCH', `${endpoints}/${id}`, { body: { status: 'disabled' } });
  } catch (error) {
    await api('DELETE', `${endpoints}/${id}`, { also: [404], onceWithinMs: 5000 }).catch(() => {});
    throw error;
  }
  return id;
}

async function deleteEndpoint(api: Api, id: string, note: (text: string) => void): Promise<void> {
  try {
    await api('DELETE', `${endpoints}/${id}`, { also: [404], onceWithinMs: 5000 });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(`The disabled endpoint ${id} stays. The next start deletes it, or \`adtrail webhooks delete ${id}\`.`);
  }
}

async function newDeliveries(api: Api, environment: string, seen: Map<string, Known>) {
  const { body } = await api('GET', endpoints);
  const fresh = new Map<string, { delivery: Delivery; isReplay: boolean }>();
  for (const endpoint of body.endpoints as Endpoint[]) {
    if (endpoint.environment !== environment) continue;
    let cursor: string | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const path = `${endpoints}/${endpoint.id}/deliveries`;
      const page = await api('GET', path, { query: { limit: '100', cursor }, also: [404] });
      const deliveries = (page.body.deliveries ?? []) as Delivery[];
      let hasNew = false;
      for (const delivery of deliveries) {
        const { event_id, status, attempts, delivered_at } = delivery;
        const key = `${endpoint.id} ${delivery.id}`;
        const before = seen.get(key);
        const isReplay = before !== undefined && isReplayed(before, delivery);
        hasNew ||= before === undefined;
        const isKnownEvent = seen.has(event_id);
        seen.set(key, { status, attempts, delivered_at });
        seen.set(event_id, { status, attempts, delivered_at });
        if (isReplay || (before === undefined && !isKnownEvent)) fresh.set(event_id, { delivery, isReplay });
      }
      cursor = (page.body.next_cursor ?? undefined) as string | undefined;
      if (!hasNew || !cursor) break;
    }
  }
  return [...fresh.values()].sort((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
}

const isReplayed = (before: Known, { status, attempts, delivered_at }: Delivery) =>
  (before.delivered_at !== null && delivered_at !== before.delivered_at) ||
  (before.status === 'delivered' && status !== 'delivered') ||
  (status === 'pending' && (before.status === 'held' || before.status === 'failed')) ||
  (status === 'pending' && attempts < before.attempts);

async function send(url: string, secret: string, { event_id, payload }: Delivery, note: (text: string) => void): Promise<Forwarded> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const startedAt = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    const at = Date.now();
    const seconds = Math.floor(at / 1000);
    const signature = createHmac('sha256', key).update(`${event_id}.${seconds}.${payload}`).digest('base64');
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'content-type': 'application/json',
          'webhook-id': event_id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,${signature}`,
        },
      });
      await response.body?.cancel();
      return { status: response.status, error: null, duration_ms: Date.now() - at };
    } catch (error) {
      const isLate = (error as Error).name === 'TimeoutError';
      if (isLate || Date.now() - startedAt > restartMs)
        return { status: null, error: isLate ? 'timeout' : 'no_answer', duration_ms: Date.now() - at };
      if (isFirst) note(`${url} does not answer. Trying again for a minute.`);
      await delay(500);
    }
  }
}
