import { maxRetryHours, type StreamConsumer } from '#shared/store/tables.ts';
import { hours } from '#shared/values/durations.ts';
import type { Checkpoint } from './checkpoint.ts';
import { deliverBatch } from './deliver-batch.ts';
import type { EngineCall } from './engines/dynamodb-call.ts';
import type { Invoke } from './invoker.ts';
import { pause } from './pause.ts';
import { batchesOf, concerns, streamEvent } from './stream-batches.ts';
import { type Page, type Position, type StreamRecord, streamSource } from './stream-source.ts';

export type StreamPollerSettings = {
  engine: EngineCall;
  streamArn: string;
  consumer: StreamConsumer;
  checkpoint: Checkpoint;
  invoke: Invoke;
  giveUp(record: StreamRecord, error: unknown): void;
  failed(error: unknown): void;
  /** Returns the number of the stream's newest record without a call. If absent, the stream is polled. */
  newest?: (() => number) | undefined;
  /**
   * Calls `listen` when records arrive, so that a quiet stream costs nothing. Returns a function that
   * unsubscribes.
   */
  onNews?: ((listen: () => void) => () => void) | undefined;
  maxTries?: number;
  maxRetryMs?: number;
  firstRetryMs?: number;
};
export type Poller = { stop(): Promise<void> };
export type StreamPoller = Poller & {
  hasCaughtUp(): boolean;
};

const quickMs = 20;
const idleMs = 250;
const gatherMostMs = 250;
const passedMs = 1000;
const fewRecords = 400;
const keepsUpRecords = 2500;

/** The consumer gets records at least once and in order, from the checkpoint. */
export function startStreamPoller(settings: StreamPollerSettings): StreamPoller {
  const { consumer, checkpoint, streamArn } = settings;
  const source = streamSource(settings.engine, streamArn, checkpoint.position);
  const sleep = pause();
  const gatherMs = Math.min(consumer.gatherSeconds * 1000, gatherMostMs);
  // Waiting times are monotonic, because the wall clock may be set back.
  let waiting: Page = { shardId: '', records: [] };
  let since = 0;
  let isForOthers = false;

  let passed: Position | null = null;
  let writtenAt = 0;

  const at = (record: StreamRecord): Position => ({
    shardId: waiting.shardId,
    sequenceNumber: record.dynamodb.SequenceNumber,
  });
  const write = async (position: Position) => {
    await checkpoint.write(position);
    passed = null;
    writtenAt = performance.now();
  };

  const behind = () => settings.newest && settings.newest() - Number(source.sequenceNumber ?? 0);
  const atOnce = () => ((behind() ?? 0) > keepsUpRecords ? consumer.batchSize : fewRecords);

  const gather = async () => {
    const [ms, enough] = isForOthers ? [Math.max(gatherMs, quickMs), fewRecords] : [gatherMs, Math.min(consumer.batchSize, fewRecords)];
    for (const until = performance.now() + ms; performance.now() < until && !sleep.stopped; ) {
      const count = behind() ?? 0;
      if (count === 0 || count >= enough) return;
      await sleep.wait(quickMs);
    }
  };

  const deliver = async () => {
    const { shardId, records } = waiting;
    const matching = records.filter((record) => concerns(record, consumer));
    isForOthers = matching.length === 0;
    for (const batch of batchesOf(matching, Math.min(consumer.batchSize, atOnce()))) {
      const delivered = await deliverBatch(batch, {
        invoke: (part) => settings.invoke(streamEvent(part, consumer, streamArn, shardId)),
        done: (last) => write(at(last)),
        giveUp: settings.giveUp,
        maxTries: settings.maxTries ?? consumer.maxAttempts ?? Number.POSITIVE_INFINITY,
        maxRetryMs: settings.maxRetryMs ?? hours(maxRetryHours),
        firstRetryMs: settings.firstRetryMs ?? 100,
        pause: sleep,
      });
      if (!delivered) return;
    }
    const last = records.at(-1);
    if (last && last !== matching.at(-1)) passed = at(last);
    if (passed && performance.now() - writtenAt > passedMs) await write(passed);
    waiting = { shardId, records: [] };
  };

  const add = async ({ shardId, records }: Page) => {
    if (records.length === 0) return;
    if (waiting.records.length > 0 && waiting.shardId !== shardId) await deliver();
    if (waiting.records.length === 0) since = performance.now();
    waiting = { shardId, records: [...waiting.records, ...records] };
  };

  const quiet = async () => {
    const limit = settings.newest ? 1000 : Math.min(idleMs, quickMs * 2 ** Math.min(emptyReads, 4));
    const until = performance.now() + limit;
    isQuiet = true;
    while (performance.now() < until && !sleep.stopped) {
      if (settings.newest && settings.newest() > Number(source.sequenceNumber ?? 0)) break;
      await sleep.wait(settings.onNews ? until - performance.now() : quickMs);
    }
    isQuiet = false;
  };

  let emptyReads = 0;
  let isQuiet = false;
  const ignoreNews = settings.onNews?.(() => isQuiet && sleep.wake());
  const step = async () => {
    if (settings.newest && waiting.records.length === 0) await gather();
    const page = await source.next();
    emptyReads = page.records.length > 0 ? 0 : emptyReads + 1;
    await add(page);
    const count = waiting.records.length;
    if (count === 0) await quiet();
    else if (settings.newest || count >= consumer.batchSize || performance.now() - since >= gatherMs) await deliver();
    else await sleep.wait(gatherMs);
  };

  const run = async () => {
    while (!sleep.stopped) {
      try {
        await step();
      } catch (error) {
        settings.failed(error);
        await sleep.wait(idleMs);
      }
    }
    if (passed) await write(passed).catch(settings.failed);
  };

  const running = run();
  return {
    hasCaughtUp: () => (behind() ?? 0) <= 0 && waiting.records.length === 0,
    stop() {
      ignoreNews?.();
      sleep.stop();
      return running;
    },
  };
}
