import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sent } from './neighbour.ts';

const everyMs = 50;
const { api, publicKey, secretKey } = workerData as Record<'api' | 'publicKey' | 'secretKey', string>;
const port = parentPort as NonNullable<typeof parentPort>;
const post = (path: string, body: object) =>
  fetch(`${api}/api/v1/pixel/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(body),
  });

let isStopped = false;
port.on('message', () => {
  isStopped = true;
  port.close();
});

const page = { key: publicKey, url: 'https://shop.example/?svc_campaign=neighbour' };
const { sid } = (await (await post('sessions', page)).json()) as { sid: string };

async function send(count: number): Promise<void> {
  const [at, began] = [Date.now(), performance.now()];
  const event = { event_type: 'order_created', event_id: `order_created:neighbour${count}`, svc_click_id: sid, value: '1' };
  const { status } = await post('server-events', event);
  port.postMessage({ at, ms: performance.now() - began, status } satisfies Sent);
}

for (let count = 0; !isStopped; count++) {
  // The next event does not wait for an earlier answer.
  void send(count);
  await delay(everyMs);
}
