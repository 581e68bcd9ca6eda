import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveEngine } from '#packages/dynamo-sqlite/src/endpoint.ts';
import { type Engine, openEngine } from '#packages/dynamo-sqlite/src/engine.ts';
import type { EngineSettings } from '#packages/dynamo-sqlite/src/engine-settings.ts';
import { type SharedBuffer, sharedState } from '#packages/dynamo-sqlite/src/shared-state.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { clockWatch } from '../clock-jumps.ts';
import type { EngineCall } from './dynamodb-call.ts';
import { migrateFirstEdition } from './first-edition.ts';

export type StreamRecords = {
  /** 0 means no record. The call costs nothing. */
  newest(tableName: string): number;
  /** Records must also be older than `keepSeconds` (default: an hour). */
  trim(tableName: string, sequenceNumber: number, keepSeconds?: number): void;
};

export type ReaderPlace = { file: string; buffer: SharedBuffer };

export type EmbeddedEngine = {
  endpoint: string;
  call: EngineCall;
  dynamo: Dynamo;
  streamRecords: StreamRecords;
  forReaders: ReaderPlace;
  writeRows: Engine['writeRows'];
  died: Promise<string>;
  stop(): Promise<void>;
};

type Settings = {
  sweepSeconds?: number;
  key?: string | undefined;
} & Pick<EngineSettings, 'hasSubscriber'>;

/** Expired items stay this long after the clock jumped ahead. */
const holdMs = 3_600_000;

/** Readers in other threads can follow. With `sweepSeconds` 0, expired items stay. */
export async function startEmbedded(
  directory: string,
  { sweepSeconds = 3, hasSubscriber, key }: Settings = {},
): Promise<EmbeddedEngine> {
  mkdirSync(directory, { recursive: true });
  let fail: (text: string) => void = () => {};
  const died = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const failed = (error: Error) =>
    fail(`The DynamoDB engine cannot write its file (${error.message}); start again.`);
  const file = join(directory, 'engine.sqlite');
  await migrateFirstEdition(join(directory, 'dynamodb.sqlite'), file);
  const shared = sharedState();
  const engine = openEngine(file, { failed, hasSubscriber, shared });
  engine.streams.news.on('news', shared.news);
  const server = await serveEngine(engine, { key });
  const jumpedBy = clockWatch();
  let heldUntil = 0;
  const expire = () => {
    const byMs = jumpedBy();
    // A clock that jumped ahead may be wrong, and expired items would be lost.
    if (byMs !== 0) heldUntil = byMs > 0 ? performance.now() + holdMs : 0;
    if (performance.now() >= heldUntil) void engine.expire();
  };
  const sweep = sweepSeconds > 0 ? setInterval(expire, sweepSeconds * 1000) : undefined;
  sweep?.unref();
  return {
    endpoint: server.endpoint,
    call: engine.call,
    dynamo: engine.dynamo,
    forReaders: { file, buffer: shared.buffer },
    writeRows: engine.writeRows,
    streamRecords: {
      newest: (name) => engine.streams.newestOf(engine.tableId(name)),
      trim(name, before, keepSeconds = 3600) {
        const again = () => {
          // Each turn of the event loop trims one part.
          if (engine.streams.trim(engine.tableId(name), before, keepSeconds)) setImmediate(again);
        };
        again();
      },
    },
    died,
    async stop() {
      clearInterval(sweep);
      await server.close();
      engine.close();
    },
  };
}
