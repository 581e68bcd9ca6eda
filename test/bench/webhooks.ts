import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '#lib/local/listen.ts';
import { prices } from '#lib/tools/cost/prices.ts';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { table, whole } from './print.ts';
import { median } from './statistics.ts';

export type WebhooksBudget = { events: number };
export const webhooksBudgets = {
  full: { events: 5000 },
  quick: { events: 1000 },
} as const satisfies Record<string, WebhooksBudget>;

type Row = {
  label: string;
  delivered: number;
  again: number;
  perSecond: number;
  lagP50Ms: number;
  lagMaxMs: number;
};
export type WebhooksReport = { rows: Row[] };

const batch = 500;
const patienceMs = 60_000;
const steadyEvents = 50;

export async function measureWebhooks({ events }: WebhooksBudget, { signal, onStep }: Around): Promise<WebhooksReport> {
  const rows: Row[] = [];
  for (const [label, hangs] of [
    ['an endpoint that answers at once', false],
    ['the same, beside one that never answers', true],
  ] as const) {
    const host = await startHostProcess(signal);
    const closers: (() => void)[] = [];
    try {
      const receiver = await receiverOf(closers);
      const until = (count: number) => arrived(receiver, count, signal);
      if (hangs) await endpoint(host, await hangingOf(closers));
      await endpoint(host, receiver.url);
      const sid = await clickOf(host);
      onStep(`${label}: ${events} events`);
      await send(host, 'warm-up', 1, sid);
      await until(1);
      const began = performance.now();
      for (let sent = 0; sent < events; sent += batch) await send(host, `burst-${sent}`, Math.min(batch, events - sent), sid);
      await until(events + 1);
      const seconds = (performance.now() - began) / 1000;
      onStep(`${label}: ${steadyEvents} events, one after the other`);
      receiver.arrivals.clear();
      for (let sent = 0; sent < steadyEvents; sent++) {
        await send(host, `steady-${sent}`, 1, sid);
        await until(sent + 1);
      }
      const lags = [...receiver.arrivals.values()];
      rows.push({
        label,
        delivered: events,
        again: receiver.again(),
        perSecond: events / seconds,
        lagP50Ms: median(lags),
        lagMaxMs: Math.max(...lags),
      });
    } finally {
      for (const close of closers) close();
      await host.stop();
    }
  }
  return { rows };
}

async function receiverOf(closers: (() => void)[]) {
  const arrivals = new Map<string, number>();
  const seenIds = new Set<string>();
  let repeated = 0;
  const server = createServer(async (request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: string;
      timestamp: string;
    };
    if (seenIds.has(id)) repeated++;
    else arrivals.set(id, at - Date.parse(timestamp));
    seenIds.add(id);
    response.writeHead(204).end();
  });
  return { url: await opened(server, closers), arrivals, again: () => repeated };
}
const hangingOf = (closers: (() => void)[]) =>
  opened(
    createServer(() => {}),
    closers,
  );
async function opened(server: Server, closers: (() => void)[]): Promise<string> {
  const port = await listen(server, 0);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${port}/`;
}

async function call({ facts }: HostProcess, path: string, body: unknown, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  let answer = await fetch(`${facts.api}${path}`, init);
  for (let tries = 1; answer.status === 503 && tries < 10; tries++) {
    await delay(1000);
    answer = await fetch(`${facts.api}${path}`, init);
  }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { sid: string };
}
const endpoint = (host: HostProcess, url: string) =>
  call(host, '/api/v1/webhook-endpoints', { url, events: ['conversion.attributed'] }, host.facts.demo.access_token);
const clickOf = async (host: HostProcess) => {
  const url = 'https://shop.example/?svc_campaign=bench';
  return (await call(host, '/api/v1/pixel/sessions', { key: host.facts.demo.public_key, url }, '')).sid;
};
const send = (host: HostProcess, name: string, count: number, svc_click_id: string) => {
  const events = Array.from({ length: count }, (_, index) => ({
    event_type: 'order_created',
    event_id: `order_created:${name}-${index}`,
    value: 25.99,
    currency: 'EUR',
    svc_click_id,
  }));
  return call(host, '/api/v1/pixel/server-events', { events }, host.facts.demo.secret_key);
};

async function arrived({ arrivals }: { arrivals: Map<string, number> }, count: number, signal: AbortSignal) {
  for (let [seen, since] = [0, performance.now()]; arrivals.size < count; ) {
    if (arrivals.size > seen) [seen, since] = [arrivals.size, performance.now()];
    if (performance.now() - since > patienceMs) throw new Error(`Only ${seen} of ${count} webhooks arrive.`);
    await delay(2, undefined, { signal });
  }
}

/** test/webhooks/cost.test.ts counts these calls of a delivery. */
export function webhookCost() {
  const { dynamodb, lambda } = prices;
  /** A million requests cost these US dollars. */
  const sqs = 0.4;
  const calls = { writes: 2, unitsOfAWrite: 2, reads: 2, messages: 3, seconds: 0.25, gb: 0.5 };
  const parts = {
    DynamoDB: calls.writes * calls.unitsOfAWrite * dynamodb.writeUnits + calls.reads * dynamodb.readUnits,
    SQS: calls.messages * sqs,
    Lambda: 1e6 * calls.seconds * calls.gb * lambda.gbSecond + lambda.requests,
  };
  return { parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

export function printedWebhooks({ rows }: WebhooksReport): string {
  const { parts, total } = webhookCost();
  return [
    table(
      ['', 'delivered', 'again', 'a second', 'lag p50 ms', 'lag max ms'],
      rows.map((row) => [
        row.label,
        whole(row.delivered),
        whole(row.again),
        whole(row.perSecond),
        whole(row.lagP50Ms),
        whole(row.lagMaxMs),
      ]),
    ),
    '',
    `A million deliveries in the cloud: $${total.toFixed(2)} (${Object.entries(parts)
      .map(([name, part]) => `${name} ${part.toFixed(2)}`)
      .join(', ')}).`,
    '',
  ].join('\n');
}
