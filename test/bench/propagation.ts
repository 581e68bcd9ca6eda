import { setTimeout as delay } from 'node:timers/promises';
import { keyOf } from '#shared/conversions/items.ts';
import type { WireItem } from './raw-engine.ts';
import type { Scene } from './scene.ts';
import { median } from './statistics.ts';

export type Propagation = {
  single: { events: number; medianMs: number; maxMs: number };
  burst: { events: number; acceptedPerSecond: number; behindMs: number };
  worker: { events: number; writtenPerSecond: number; countedPerSecond: number };
};

const lookEveryMs = 5;
const patienceMs = 60_000;
const batchItems = 25;

export async function propagation(scene: Scene, { singles, burst }: { singles: number; burst: number }): Promise<Propagation> {
  await caughtUp(scene);
  const delays: number[] = [];
  for (let i = 0; i < singles; i++) {
    await scene.sendNew();
    delays.push(await caughtUp(scene));
  }

  const start = performance.now();
  let left = burst;
  await sideBySide(64, async () => {
    while (left-- > 0) await scene.sendNew();
  });
  const acceptedPerSecond = perSecond(burst, performance.now() - start);
  const behindMs = await caughtUp(scene);

  const written = performance.now();
  await writeCopies(scene, burst);
  const writtenMs = performance.now() - written;
  const totalMs = writtenMs + (await caughtUp(scene));

  return {
    single: { events: singles, medianMs: median(delays), maxMs: Math.max(...delays) },
    burst: { events: burst, acceptedPerSecond, behindMs },
    worker: {
      events: burst,
      writtenPerSecond: perSecond(burst, writtenMs),
      countedPerSecond: perSecond(burst, totalMs),
    },
  };
}

export async function caughtUp({ service, counted }: Scene): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { count } = await service.report();
    const waitedMs = performance.now() - start;
    if (count === counted) return waitedMs;
    if (count > counted) throw new Error(`The totals count ${count} events, but only ${counted} were accepted.`);
    if (waitedMs > patienceMs) throw new Error(`The totals stay at ${count} of ${counted} events.`);
    await delay(lookEveryMs);
  }
}

export async function writeCopies(scene: Scene, events: number, changed: (number: number) => WireItem = () => ({})): Promise<void> {
  const { engine, tables, storedEvent, accountId } = scene;
  const items = Array.from({ length: events }, (_, i) => {
    const { event_id } = scene.newEvent();
    const { pk, sk } = keyOf.conversion(accountId, 'live', event_id);
    return { ...storedEvent, pk: { S: pk }, sk: { S: sk }, eventId: { S: event_id }, ...changed(i) };
  });
  await sideBySide(4, async () => {
    while (items.length > 0) await engine.putAll(tables.attribution, items.splice(0, batchItems));
  });
  scene.counted += events;
}

const perSecond = (events: number, ms: number) => (events / ms) * 1000;
const sideBySide = (lanes: number, lane: () => Promise<void>) => Promise.all(Array.from({ length: lanes }, lane));
