import { needsOfProjections } from '#functions/projections.ts';
import type { Deps } from '#functions/workers/conversion-totals/needs.ts';
import { project } from '#functions/workers/conversion-totals/project.ts';
import { keyOf as keyOfApiKeys } from '#shared/api-keys/items.ts';
import { depsOver } from '#shared/aws/deps-of.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { envFrom } from '#shared/env.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { busyParts } from '#shared/event-log/store/day-registry.ts';
import { type EventLimit, type EventLimiter, eventLimiter } from '#shared/limits/event-limiter.ts';
import { keyOf as keyOfReports } from '#shared/reports/items.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { tables } from '#shared/store/tables.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import { type ModelledTable, modelledTable, type Used } from './modelled-dynamo.ts';
import type { Second } from './partitions.ts';
import { sentBy } from './sent-event.ts';

const tableName = 'attribution';
/** The duration of a DynamoDB call, and a worker's number of parallel calls, are assumptions. */
const callMs = 5;
const callsAtOnce = 12;
export const roundMs = 20 + 2 * callMs;
/** With fewer sending processes, each process would report its events more often. */
const senders = 16;
const [consumer] = tables.attribution.stream;
const begin = Date.parse('2026-11-23T12:00:00.000Z');

type Waiting = { event: Conversion; sequence: string; since: number };
export type Stream = {
  seconds: Second[];
  events: number;
  hot: Used;
  followUp: Used;
  ofRounds: Used;
  rounds: number;
  lagMs: number;
  workerMs: number;
  deferred: number;
  refused: number;
};

/** Only the last `measured` seconds count, because partitions split in the first seconds. */
export async function runStream(
  eventsOf: (second: number, at: number) => readonly Conversion[],
  {
    partitions,
    seconds,
    measured,
    accounts,
    shardOf,
    busy,
    ingest,
  }: {
    partitions: number;
    seconds: number;
    measured: number;
    accounts: readonly number[];
    ingest?: EventLimit;
    busy?: number;
    shardOf?: (event: number) => string;
  },
): Promise<Stream> {
  const model = await modelledTable(tableName, { partitions });
  let at = begin;
  let sequence = 10 ** 15;
  let count = 0;
  let sentCount = 0;
  let deferred = 0;
  let refused = 0;
  const now = () => at;
  const noPause = async () => {};
  const front = model.client();
  const conversions = conversionsIn(tableAt(tableName, front.dynamo, noPause));
  const modelTable = tableAt(tableName, model.client().dynamo, noPause);
  for (const account of accounts) await modelTable.put({ ...keyOfApiKeys.apiKey(account, sentBy), kind: 'api_key', id: sentBy });
  const limiters = ingest ? Array.from({ length: senders }, () => limiterOver(model, ingest, now)) : [];
  await modelTable.put({ ...keyOfReports.streamScale(), kind: 'stream_scale', largeFrom: '2026-01-01' });
  if (busy !== undefined)
    await modelTable.put({
      ...keyOfEventLog.pixelDay(dayOf(new Date(begin).toISOString()), busy, 'live'),
      parts: busyParts,
    });
  const workers = new Map<string, Worker>();
  const waiting = new Map<string, Waiting[]>();
  const result: Stream = {
    seconds: [],
    events: 0,
    hot: none(),
    followUp: none(),
    ofRounds: none(),
    rounds: 0,
    lagMs: 0,
    workerMs: 0,
    deferred: 0,
    refused: 0,
  };

  for (let second = 0; second < seconds; second++, at += 1000) {
    const counts = second >= seconds - measured;
    const before = { ...front.used };
    const events: Conversion[] = [];
    await forEachConcurrent(eventsOf(second, at), 256, async (event) => {
      await limiters[sentCount++ % senders]?.consume(event.keyId, 1);
      const accepted = conversions.accept(event).then(() => events.push(event));
      await accepted.catch(() => {
        refused++;
      });
    });
    for (const event of events) {
      const { pk } = keyOfConversions.conversion(event.accountId, event.environment, event.eventId);
      const shard = shardOf?.(count) ?? model.partitions.shardOf(pk);
      count++;
      sequence += 7;
      const list = waiting.get(shard) ?? [];
      waiting.set(shard, list);
      list.push({ event, sequence: String(sequence).padStart(40, '0'), since: at });
    }
    await forEachConcurrent([...waiting], 16, async ([shard, list]) => {
      const worker =
        workers.get(shard) ??
        workerOver(model, {
          now,
          noPause,
          deferred: (events) => {
            deferred += events;
          },
        });
      workers.set(shard, worker);
      const batch = list.splice(0, consumer.batchSize);
      const usedBefore = { ...worker.used };
      const roundBefore = { ...worker.usedByRound };
      const changes: Change[] = batch.map(({ event, sequence }) => ({
        sequence,
        before: null,
        after: {
          ...keyOfConversions.conversion(event.accountId, event.environment, event.eventId),
          kind: 'conversion',
          ...event,
        },
      }));
      let isDone = true;
      await project({ shardId: shard, changes }, worker.deps).catch(() => {
        isDone = false;
        list.unshift(...batch);
      });
      if (list.length === 0) waiting.delete(shard);
      const eventsMs = (callMs * (worker.used.calls - usedBefore.calls)) / callsAtOnce;
      const ms = roundMs + eventsMs;
      if (!counts) return;
      result.workerMs += eventsMs;
      result.rounds++;
      add(result.followUp, usedBefore, worker.used);
      add(result.ofRounds, roundBefore, worker.usedByRound);
      const oldest = batch[0]?.since ?? at;
      result.lagMs = Math.max(result.lagMs, at - oldest + (isDone ? 0 : 1000) + consumer.gatherSeconds * 1000 + ms);
    });
    const ended = model.partitions.tick();
    if (!counts) continue;
    add(result.hot, before, front.used);
    result.seconds.push(ended);
    result.events += events.length;
  }
  model.close();
  return { ...result, deferred, refused };
}

const limiterOver = (model: ModelledTable, limit: EventLimit, now: () => number): EventLimiter =>
  eventLimiter({
    limit,
    now,
    charge: eventCountersIn(tableAt(tableName, model.client().dynamo), { now, name: 'ingest' }).charge,
    onFailure(error) {
      throw error;
    },
  });

type Worker = { deps: Deps; used: Used; usedByRound: Used };

function workerOver(
  model: ModelledTable,
  { now, noPause, deferred }: { now: () => number; noPause: () => Promise<void>; deferred: (events: number) => void },
): Worker {
  const { dynamo, used } = model.client();
  const table = tableAt(tableName, dynamo, noPause);
  const queues = {
    async send(_: string, message: { event_ids?: readonly string[] }) {
      deferred(message.event_ids?.length ?? 0);
    },
  };
  const context = { attribution: () => table, env: envFrom({}), now };
  const projection = depsOver(context, { ...needsOfProjections, queues: () => queues });
  const round = model.client();
  const deps = {
    ...projection,
    scale: streamScaleIn(tableAt(tableName, round.dynamo, noPause), { now }),
    webhookEndpoints: webhookEndpointsIn(table, { now }),
    webhookDeliveries: webhookDeliveriesIn(table, { now }),
  };
  return { deps: deps as Worker['deps'], used, usedByRound: round.used };
}

const none = (): Used => ({ calls: 0, writeUnits: 0, readUnits: 0 });
function add(sum: Used, before: Used, after: Used): void {
  for (const name of ['calls', 'writeUnits', 'readUnits'] as const) sum[name] += after[name] - before[name];
}
