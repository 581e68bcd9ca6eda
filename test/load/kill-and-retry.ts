import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { type HostProcess, startHostOn } from '#test/bench/host-process.ts';
import { type ServiceCalls, serviceCalls } from '#test/bench/service-calls.ts';
import { batchesOf, type Click, type Expected, expectedOf, type Sale, salesOf } from './sales.ts';

export type KillAndRetry = {
  distinct: number;
  sent: number;
  batches: number;
  kills: number;
  retries: number;
  duplicates: number;
  seconds: number;
  expected: Expected[];
  reported: Expected[];
  reportedInZone: Expected[];
  expectedInTest: Expected[];
  reportedInTest: Expected[];
  forgotten: string[];
};
type Settings = { events: number; seed: number; kills: number; signal: AbortSignal };

const batchSize = 1000;
const repeats = 0.1;
const batchesInFlight = 2;
const campaigns = 5;
const testShare = 0.1;
const patienceMs = 100_000;

export async function killAndRetry({ events, seed, kills, signal }: Settings): Promise<KillAndRetry> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-load-'));
  type Mode = 'live' | 'test';
  const open: ({ host: HostProcess } & Record<Mode, ServiceCalls>)[] = [];
  let testKeys: { public_key: string; secret_key: string } | undefined;
  const start = async () => {
    const host = await startHostOn(directory, signal);
    const live = serviceCalls(host.facts);
    testKeys ??= await live.testMode();
    const test = serviceCalls({ ...host.facts, demo: { ...host.facts.demo, ...testKeys } }, 'test');
    open.push({ host, live, test });
  };
  const serviceOf = (mode: Mode = 'live') => open.at(-1)?.[mode] as ServiceCalls;
  try {
    const started = performance.now();
    await start();
    const names = Array.from({ length: campaigns }, (_, i) => `campaign_${i}`);
    const clicksOf = (mode: Mode) => Promise.all(names.map((name) => knownClick(name, serviceOf(mode))));
    const count = Math.round(events * (1 - repeats));
    const sales = salesOf({ count, seed, clicks: await clicksOf('live') });
    const testSales = salesOf({
      count: Math.ceil(count * testShare),
      seed: seed + 1,
      clicks: await clicksOf('test'),
    });
    const live = batchesOf(sales, batchSize, repeats, seed).map((batch) => ({ mode: 'live' as Mode, batch }));
    const test = batchesOf(testSales, batchSize, repeats, seed).map((batch) => ({
      mode: 'test' as Mode,
      batch,
    }));
    const every = Math.ceil(live.length / test.length);
    const batches = live.flatMap((one, i) => (i % every ? [one] : [one, ...test.splice(0, 1)]));
    const random = seeded(seed);
    const killAt = new Map(Array.from({ length: kills }, (_, i) => [Math.floor(((i + random()) * batches.length) / kills), random()]));

    let restarting: Promise<unknown> = Promise.resolve();
    let batchMs = 0;
    const killLater = async (share: number) => {
      await delay(share * batchMs);
      await open.at(-1)?.host.kill();
      await start();
    };
    const client = { retries: 0, duplicates: 0 };
    const deliver = async (batch: readonly Sale[], mode: Mode = 'live') => {
      for (;;) {
        const before = performance.now();
        const answer = await serviceOf(mode).sendBatch(batch.map(({ item }) => item));
        if (answer) {
          batchMs ||= performance.now() - before;
          if (mode === 'live') client.duplicates += answer.summary.duplicates;
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
        restarting.catch(() => {});
        const { batch, mode } = batches[number] as (typeof batches)[number];
        const results = await deliver(batch, mode);
        // A sale that names only its user is attributed after its response.
        const wrong = results.findIndex(({ matched, event_id }, i) => {
          const sale = batch[i];
          const namesClick = sale !== undefined && 'svc_click_id' in sale.item;
          return event_id !== sale?.id || (namesClick && !matched);
        });
        if (wrong >= 0) throw new Error(`A wrong answer: ${JSON.stringify(results[wrong])}`);
      }
    };
    await Promise.all(Array.from({ length: batchesInFlight }, lane));
    await restarting;
    const sent = { ...client };
    const seconds = (performance.now() - started) / 1000;

    const reported = await counted(serviceOf, sales.length, signal);
    const reportedInTest = await counted(() => serviceOf('test'), testSales.length, signal);
    const reportedInZone = await serviceOf().rows('Asia/Kolkata');
    const forgotten: string[] = [];
    for (let at = 0; at < sales.length; at += batchSize) {
      const results = await deliver(sales.slice(at, at + batchSize));
      for (const { duplicate, event_id } of results) if (!duplicate) forgotten.push(event_id);
    }
    return {
      distinct: sales.length,
      sent: live.reduce((sum, { batch }) => sum + batch.length, 0),
      batches: live.length,
      kills: open.length - 1,
      ...sent,
      seconds,
      expected: expectedOf(sales),
      reported,
      reportedInZone,
      expectedInTest: expectedOf(testSales),
      reportedInTest,
      forgotten,
    };
  } finally {
    for (const { host, live, test } of open) {
      live.close();
      test.close();
      await host.stop();
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function knownClick(campaign: string, service: ServiceCalls): Promise<Click> {
  const sid = await service.click(campaign);
  const user = `user of ${campaign}`;
  const named = { event_id: `seen:${campaign}`, event_type: 'visit_seen', svc_click_id: sid };
  await service.sendBatch([{ ...named, external_user_id: user }]);
  return { campaign, sid, user };
}

/** The rows are read again, because an event that counts twice would appear a little later. */
async function counted(serviceOf: () => ServiceCalls, events: number, signal: AbortSignal): Promise<Expected[]> {
  const end = performance.now() + patienceMs;
  let count = 0;
  while (count < events && performance.now() < end) {
    await delay(50, undefined, { signal });
    count = (await serviceOf().rows()).reduce((sum, row) => sum + row.count, 0);
  }
  await delay(500);
  return serviceOf().rows();
}
