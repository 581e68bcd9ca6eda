import { clockWatch } from './clock-watch.ts';
import { type Accepts, serveEngine } from './endpoint.ts';
import { type Engine, openEngine } from './engine.ts';
import type { EngineSettings } from './engine-settings.ts';
import { type SharedBuffer, sharedState } from './shared-state.ts';

export type StreamRecords = {
  /** Returns the number of the newest record, or 0 without records. The call costs nothing. */
  newest(tableName: string): number;
  /** Removes records up to the number that are older than `keepSeconds` (default: an hour). */
  trim(tableName: string, sequenceNumber: number, keepSeconds?: number): void;
};

export type ReaderPlace = { file: string; buffer: SharedBuffer };

export type StartedEngine = {
  endpoint: string;
  call: Engine['call'];
  streamRecords: StreamRecords;
  forReaders: ReaderPlace;
  writeRows: Engine['writeRows'];
  /** The number of pages at the end of the log that could not be read when the file was opened. */
  damagedFrames: number;
  /** Resolves once the file cannot be written. The engine then rejects every call. */
  died: Promise<Error>;
  stop(): Promise<void>;
};

type Settings = {
  /** Expired items are deleted at this interval (default: 3). With 0, expired items stay. */
  sweepSeconds?: number;
  /** The default port is any free port. */
  port?: number;
  /** Returns false for requests that the endpoint must reject, for example for a wrong signature. */
  accepts?: Accepts | undefined;
} & Pick<EngineSettings, 'hasSubscriber'>;

const holdMs = 3_600_000;

/** Opens or creates the file, listens on 127.0.0.1 and deletes expired items. */
export async function startEngine(file: string, { sweepSeconds = 3, port, accepts, hasSubscriber }: Settings = {}): Promise<StartedEngine> {
  const died = Promise.withResolvers<Error>();
  const shared = sharedState();
  const engine = openEngine(file, { failed: died.resolve, hasSubscriber, shared });
  engine.streams.news.on('news', shared.news);
  const server = await serveEngine(engine, { port, accepts });
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
    forReaders: { file, buffer: shared.buffer },
    writeRows: engine.writeRows,
    damagedFrames: engine.damagedFrames,
    streamRecords: {
      newest: (name) => engine.streams.newestOf(engine.tableId(name)),
      trim(name, before, keepSeconds = 3600) {
        const again = () => {
          if (engine.streams.trim(engine.tableId(name), before, keepSeconds)) setImmediate(again);
        };
        again();
      },
    },
    died: died.promise,
    async stop() {
      clearInterval(sweep);
      await server.close();
      await engine.close();
    },
  };
}
