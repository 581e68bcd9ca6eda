import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HostError } from '../host-error.ts';
import { dynoxideBinary } from './dynoxide-binary.ts';
import { clearLeftover, rememberEngine } from './engine-pid-file.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { startExpiry } from './expiry.ts';
import { freePort } from './free-port.ts';
import { type StreamRecords, streamRecordsOf } from './stream-records.ts';

export type Dynoxide = {
  endpoint: string;
  pid: number;
  /** The stored stream records, for trimming and for noticing news without asking over HTTP. */
  streamRecords: StreamRecords;
  /** Resolves with one sentence when the engine ends by itself. */
  died: Promise<string>;
  stop(): Promise<void>;
};

const startLimitMs = 5000;

/**
 * Starts the DynamoDB engine on a database file in `directory`, and answers when it takes requests. Expired items go
 * every `sweepSeconds`; never with 0, as tests with a clock of their own want it.
 */
export async function startDynoxide(directory: string, { sweepSeconds = 3 } = {}): Promise<Dynoxide> {
  const binary = dynoxideBinary();
  mkdirSync(directory, { recursive: true });
  await clearLeftover(directory);
  const { engine, endpoint } = await startOnFreePort(binary, directory);
  rememberEngine(directory, engine.pid);
  const streamRecords = streamRecordsOf(databaseIn(directory));
  const stopExpiry = sweepSeconds > 0 ? startExpiry(endpoint, databaseIn(directory), sweepSeconds) : () => {};
  let stopping = false;
  const died = new Promise<string>((resolve) => {
    engine.ended.then((how) => {
      if (!stopping)
        resolve(`The DynamoDB engine (process ${engine.pid}) has ended by itself (${how}); start again.`);
    });
  });
  return {
    endpoint,
    pid: engine.pid,
    streamRecords,
    died,
    async stop() {
      if (stopping) return;
      stopping = true;
      stopExpiry();
      streamRecords.close();
      await engine.stop();
      rememberEngine(directory, undefined);
    },
  };
}

const databaseIn = (directory: string) => join(directory, 'dynamodb.sqlite');

type Started = { engine: EngineProcess; endpoint: string };

/** Somebody may take the free port before the engine does, so it is tried on three. */
async function startOnFreePort(binary: string, directory: string): Promise<Started> {
  let reason = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const args = ['serve', '--port', String(port), '--db-path', databaseIn(directory)];
    const engine = startEngineProcess(binary, args, { PATH: process.env.PATH, HOME: directory });
    const failure = await Promise.race([
      listening(engine),
      engine.ended,
      delay(startLimitMs, 'no answer in time', { ref: false }),
    ]);
    if (failure === undefined) return { engine, endpoint: `http://127.0.0.1:${port}` };
    reason = failure;
    await engine.stop();
  }
  throw new HostError(`The DynamoDB engine does not start (${reason}).`);
}

/** The engine says so once its port is open; asking the port might reach another program's. */
const listening = (engine: EngineProcess) =>
  new Promise<undefined>((resolve) => {
    engine.onOutput((text) => {
      if (text.includes('listening on')) resolve(undefined);
    });
  });
