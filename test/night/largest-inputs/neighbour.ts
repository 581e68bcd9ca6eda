import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Facts } from '#lib/local/host.ts';

export type Sent = { at: number; ms: number; status: number };

/** Another account sends an event every 50 ms, from a thread of its own, so that making a large input delays none of them. */
export async function startNeighbour({ api, demo }: Facts) {
  const sent: Sent[] = [];
  const thread = new Worker(new URL('./neighbour-thread.ts', import.meta.url), {
    workerData: { api, publicKey: demo.public_key, secretKey: demo.secret_key },
    execArgv: [],
  });
  thread.on('message', (answered: Sent) => sent.push(answered));
  await once(thread, 'message');
  const p95Between = (periods: readonly (readonly [from: number, to: number])[]) => {
    const times = sent
      .filter(({ at }) => periods.some(([from, to]) => at >= from && at < to))
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    return Math.round(times[Math.floor(times.length * 0.95)] ?? 0);
  };
  return {
    p95Between,
    refused: () => sent.map(({ status }) => status).filter((status) => status !== 200),
    async stop() {
      thread.postMessage('stop');
      await once(thread, 'exit');
    },
  };
}
