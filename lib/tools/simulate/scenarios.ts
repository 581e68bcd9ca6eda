import { run, units } from '#lib/tools/cost/estimate.ts';
import { tables } from '#shared/store/tables.ts';
import type { ItemWrites } from './partitions.ts';
import { chance, sentEvent, usualTraffic } from './sent-event.ts';
import { roundMs, runStream, type Stream } from './stream.ts';

export type Outcome = {
  bottleneck: string;
  share: number;
  dollarsPerMillion: number;
  lagSeconds: number;
  partitions: number;
  writeUnitsPerEvent: number;
  workers: number;
  deferred: number;
  refused: number;
  mostWritten: ItemWrites;
};

const [{ gatherSeconds: usualGatherSeconds }] = tables.attribution.stream;
const tenant = 7;
const largest = 10_000;
const tenants = 100_000;
/**
 * A tenant's table settles at this number of partitions; with fewer, partitions split in the first seconds.
 */
const partitionsOfTenant = 320;
const shardsOfTenants = 3600;

export async function oneTenant({ seconds = 6, measured = 2 } = {}): Promise<Outcome> {
  let number = 0;
  const ingest = { perSecond: largest, burst: largest };
  const stream = await runStream(
    (_, at) => Array.from({ length: largest }, (_, i) => sentEvent(tenant, number++, at + Math.floor((i * 1000) / largest), usualTraffic)),
    { partitions: partitionsOfTenant, seconds, measured, accounts: [tenant], busy: tenant, ingest },
  );
  return outcomeOf(stream, { perSecond: largest, shards: stream.seconds.at(-1)?.partitions ?? 0 });
}

/** A few accounts stand for 100,000 accounts that each send one conversion per second. */
export async function manyTenants({
  accounts = 8,
  seconds = 240,
  measured = 60,
  gatherSeconds = usualGatherSeconds as number,
} = {}): Promise<Outcome> {
  const stream = await runStream(
    (second, at) => Array.from({ length: accounts }, (_, i) => sentEvent(1000 + i, second, at + i, { ...usualTraffic, ads: 10 })),
    {
      partitions: 16,
      seconds,
      measured,
      accounts: Array.from({ length: accounts }, (_, i) => 1000 + i),
      shardOf: (event) => `shardId-${String(Math.floor(chance(5, event) * shardsOfTenants)).padStart(20, '0')}-0123abcd`,
    },
  );
  const outcome = outcomeOf(stream, { perSecond: tenants, shards: shardsOfTenants, gatherSeconds });
  const lists = tenants / 256 / 1000;
  return lists > outcome.share ? { ...outcome, bottleneck: 'PIXELDAY (after midnight)', share: lists } : outcome;
}

function outcomeOf(
  { seconds, events, hot, followUp, ofRounds, rounds, lagMs, deferred, refused, workerMs }: Stream,
  { perSecond, shards, gatherSeconds = 1 }: { perSecond: number; shards: number; gatherSeconds?: number },
): Outcome {
  const hottest = seconds.flatMap((second) => second.hottest).sort(([, a], [, b]) => b - a);
  const [bottleneck = '', share = 0] = hottest[0] ?? [];
  const perRound = Math.max(1, (perSecond / shards) * gatherSeconds);
  const ofEvent = (unit: 'writeUnits' | 'readUnits') => (hot[unit] + followUp[unit]) / events + ofRounds[unit] / rounds / perRound;
  const writeUnits = ofEvent('writeUnits');
  const dynamo = units({ writeUnits, readUnits: ofEvent('readUnits') });
  const msPerEvent = workerMs / events + roundMs / perRound;
  return {
    bottleneck,
    share,
    dollarsPerMillion: 1e6 * (dynamo + run(msPerEvent * perRound) / perRound),
    lagSeconds: lagMs / 1000 + gatherSeconds - usualGatherSeconds,
    partitions: Math.max(shards, seconds.at(-1)?.partitions ?? 0),
    writeUnitsPerEvent: writeUnits,
    workers: Math.ceil((perSecond * msPerEvent) / 1000),
    deferred,
    refused,
    mostWritten: mostOf(seconds.map((second) => second.mostWritten)),
  };
}

const mostOf = (all: readonly ItemWrites[]): ItemWrites => all.reduce((most, entry) => (entry.writes > most.writes ? entry : most));
