import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostProcess, startHostOn } from '#test/bench/host-process.ts';
import { type ServiceCalls, serviceCalls } from '#test/bench/service-calls.ts';
import { batchesOf, type Click, type Expected, expectedOf, type Sale, salesOf } from './sales.ts';
import { seeded } from './seeded.ts';

export type KillAndRetry = {
  distinct: number;
  sent: number;
  batches: number;
  kills: number;
  /** Whole batches that were sent again, after a cut connection or an answer that says "later". */
  retries: number;
  /** Items that had been stored already when their batch came (again). */
  duplicates: number;
  seconds: number;
  /** By campaign and currency: what has to be in the report, and what is. */
  expected: Expected[];
  reported: Expected[];
  /** Event ids that were not answered `duplicate: true` when all were sent once more. */
  forgotten: string[];
};
type Settings = { events: number; seed: number; kills: number; signal: AbortSignal };

const batchSize = 1000;
const repeats = 0.1;
const batchesInFlight = 2;
const campaigns = 5;
const patienceMs = 100_000;

/**
 * Sends batches with repeats while the host is killed again and again, each time at a random moment of a batch, and
 * started again on what it has left behind. The client knows nothing but to send a whole batch again.
 */
export async function killAndRetry({ events, seed, kills, signal }: Settings): Promise<KillAndRetry> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-load-'));
  const open: { host: HostProcess; service: ServiceCalls }[] = [];
  const start = async () => {
    const host = await startHostOn(directory, signal);
    open.push({ host, service: serviceCalls(host.facts) });
    return serviceOf();
  };
  const serviceOf = () => open.at(-1)?.service as ServiceCalls;
  try {
    const started = performance.now();
    const service = await start();
    const names = Array.from({ length: campaigns }, (_, i) => `campaign_${i}`);
    const clicks = await Promise.all(
      names.map(async (campaign): Promise<Click> => ({ campaign, sid: await service.click(campaign) })),
    );
    const sales = salesOf({ count: Math.round(events * (1 - repeats)), seed, clicks });
    const batches = batchesOf(sales, batchSize, repeats, seed);
    const random = seeded(seed);
    const killAt = new Map(
      Array.from({ length: kills }, (_, i) => [
        Math.floor(((i + random()) * batches.length) / kills),
        random(),
      ]),
    );

    let restarting: Promise<unknown> = Promise.resolve();
    let batchMs = 0;
    const killLater = async (share: number) => {
      await delay(share * batchMs);
      await open.at(-1)?.host.kill();
      await start();
    };
    const client = { retries: 0, duplicates: 0 };
    const deliver = async (batch: readonly Sale[]) => {
      for (;;) {
        const before = performance.now();
        const answer = await serviceOf().sendBatch(batch.map(({ item }) => item));
        if (answer) {
          batchMs ||= performance.now() - before;
          client.duplicates += answer.summary.duplicates;
          return answer.results;
        }
        client.retries++;
        signal.throwIfAborted();
        await restarting;
        await delay(random() * 50);
      }
    };

    let next = 0;
    const lane = async () => {
      for (let number = next++; number < batches.length; number = next++) {
        const share = killAt.get(number);
        if (share !== undefined) restarting = restarting.then(() => killLater(share));
        // Told to whoever waits for it.
        restarting.catch(() => {});
        const batch = batches[number] ?? [];
        const results = await deliver(batch);
        const wrong = results.findIndex(({ matched, event_id }, i) => !matched || event_id !== batch[i]?.id);
        if (wrong >= 0) throw new Error(`A wrong answer: ${JSON.stringify(results[wrong])}`);
      }
    };
    await Promise.all(Array.from({ length: batchesInFlight }, lane));
    await restarting;
    const sent = { ...client };
    const seconds = (performance.now() - started) / 1000;

    const reported = await counted(serviceOf, sales.length, signal);
    const forgotten: string[] = [];
    for (let at = 0; at < sales.length; at += batchSize) {
      const results = await deliver(sales.slice(at, at + batchSize));
      for (const { duplicate, event_id } of results) if (!duplicate) forgotten.push(event_id);
    }
    return {
      distinct: sales.length,
      sent: batches.reduce((sum, batch) => sum + batch.length, 0),
      batches: batches.length,
      kills: open.length - 1,
      ...sent,
      seconds,
      expected: expectedOf(sales),
      reported,
      forgotten,
    };
  } finally {
    for (const { host, service } of open) {
      service.close();
      await host.stop();
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The report's rows once they count enough events, and a little later: too many would only show then. */
async function counted(
  serviceOf: () => ServiceCalls,
  events: number,
  signal: AbortSignal,
): Promise<Expected[]> {
  const end = performance.now() + patienceMs;
  let count = 0;
  while (count < events && performance.now() < end) {
    await delay(50, undefined, { signal });
    count = (await serviceOf().rows()).reduce((sum, row) => sum + row.count, 0);
  }
  await delay(500);
  return serviceOf().rows();
}
