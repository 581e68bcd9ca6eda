import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '#lib/local/host.ts';

const everyMs = 50;
type Sent = { at: number; ms: number };

/** Another account sends an event every 50 ms, whether or not the earlier events are answered. */
export async function startNeighbour({ api, demo }: Facts) {
  const post = (path: string, body: object) =>
    fetch(`${api}/api/v1/pixel/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.secret_key}` },
      body: JSON.stringify(body),
    });
  const page = { key: demo.public_key, url: 'https://shop.example/?svc_campaign=neighbour' };
  const { sid } = (await (await post('sessions', page)).json()) as { sid: string };
  const sent: Sent[] = [];
  const refused: number[] = [];
  let [isStopped, count] = [false, 0];
  const send = async () => {
    const at = Date.now();
    const began = performance.now();
    const event_id = `order_created:neighbour${count++}`;
    const { status } = await post('server-events', {
      event_type: 'order_created',
      event_id,
      svc_click_id: sid,
      value: '1',
    });
    sent.push({ at, ms: performance.now() - began });
    if (status !== 200) refused.push(status);
  };
  const running = (async () => {
    const sending: Promise<void>[] = [];
    while (!isStopped) {
      sending.push(send());
      await delay(everyMs);
    }
    await Promise.all(sending);
  })();
  const p95Between = (periods: readonly (readonly [from: number, to: number])[]) => {
    const times = sent
      .filter(({ at }) => periods.some(([from, to]) => at >= from && at < to))
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    return Math.round(times[Math.floor(times.length * 0.95)] ?? 0);
  };
  return {
    p95Between,
    refused,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
