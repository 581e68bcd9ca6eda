import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { clockWatch } from '../../clock-jumps.ts';
import type { EngineCall } from '../dynamodb-call.ts';
import { migrateFirstEdition } from '../first-edition.ts';
import { serveEngine } from './endpoint.ts';
import { type Engine, openEngine } from './engine.ts';
import type { EngineSettings } from './engine-settings.ts';
import { type SharedBuffer, sharedState } from './shared-state.ts';

export type StreamRecords = {
  /** The sequence number of a table's newest record, 0 without one; costs nothing. */
  newest(tableName: string): number;
  /** Removes the records of a table before `sequenceNumber` and are older than an hour. */
  trim(tableName: string, sequenceNumber: number, keepSeconds?: number): void;
};

/** Where a reader in another thread finds the engine's data. */
export type ReaderPlace = { file: string; buffer: SharedBuffer };

export type EmbeddedEngine = {
  /** Where tools and the AWS SDK reach it over HTTP. */
  endpoint: string;
  /** Any operation, without HTTP. */
  call: EngineCall;
  /** The same for the service's own tables. */
  dynamo: Dynamo;
  streamRecords: StreamRecords;
  /** What a reader in another thread needs. */
  forReaders: ReaderPlace;
  writeRows: Engine['writeRows'];
  /** Resolves with one sentence when its file can no longer be written. */
  died: Promise<string>;
  stop(): Promise<void>;
};

type Settings = {
  sweepSeconds?: number;
  /** Only calls that are signed under it are answered over HTTP. */
  key?: string | undefined;
} & Pick<EngineSettings, 'isHeard'>;

/** How long expired items stay after the clock was set ahead. */
const holdMs = 3_600_000;

/**
 * Opens the embedded engine on a file in `directory`, which readers in other threads can follow. Expired items go every
 * `sweepSeconds`; never with 0.
 */
export async function startEmbedded(
  directory: string,
  { sweepSeconds = 3, isHeard, key }: Settings = {},
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
  const engine = openEngine(file, { failed, isHeard, shared });
  engine.streams.news.on('news', shared.news);
  const server = await serveEngine(engine, { key });
  const jumpedBy = clockWatch();
  let heldUntil = 0;
  const expire = () => {
    const byMs = jumpedBy();
    // A clock that was set ahead may be wrong, and what has expired by it would be gone for good.
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
          // A piece a turn, until nothing old is left.
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
