import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HostError } from '../host-error.ts';
import { dynoxideBinary } from './dynoxide-binary.ts';
import { clearLeftover, rememberEngine } from './engine-pid-file.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { freePort } from './free-port.ts';
import { type StreamRecords, streamRecordsOf } from './stream-records.ts';
import { startTtlSweep } from './ttl-sweep.ts';

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
  const { engine, endpoint, mcpUrl, token } = await startOnFreePort(binary, directory);
  rememberEngine(directory, engine.pid);
  const streamRecords = streamRecordsOf(databaseIn(directory));
  const stopSweep = sweepSeconds > 0 ? startTtlSweep(mcpUrl, token, sweepSeconds) : () => {};
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
      stopSweep();
      streamRecords.close();
      await engine.stop();
      rememberEngine(directory, undefined);
    },
  };
}

const databaseIn = (directory: string) => join(directory, 'dynamodb.sqlite');

type Started = { engine: EngineProcess; endpoint: string; mcpUrl: string; token: string };

/** Somebody may take the free port before the engine does, so it is tried on three. */
async function startOnFreePort(binary: string, directory: string): Promise<Started> {
  let reason = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const token = randomBytes(24).toString('base64url');
    // HOME, because the engine keeps a token file there; the token by environment, so that `ps` does not show it.
    const env = { PATH: process.env.PATH, HOME: directory, DYNOXIDE_MCP_AUTH_TOKEN: token };
    const place = ['--port', String(port), '--db-path', databaseIn(directory)];
    const engine = startEngineProcess(binary, ['serve', ...place, '--mcp', '--mcp-port', '0'], env);
    const endpoint = `http://127.0.0.1:${port}`;
    const outcome = await Promise.race([
      ready(engine, endpoint),
      engine.ended.then((how) => ({ how })),
      delay(startLimitMs, { how: 'no answer in time' }, { ref: false }),
    ]);
    if ('mcpUrl' in outcome) return { engine, endpoint, mcpUrl: outcome.mcpUrl, token };
    reason = outcome.how;
    await engine.stop();
  }
  throw new HostError(`The DynamoDB engine does not start (${reason}).`);
}

/** The engine prints its second port; the first may open a moment later. */
async function ready(engine: EngineProcess, endpoint: string): Promise<{ mcpUrl: string }> {
  const mcpUrl = await mcpUrlOf(engine);
  await answers(endpoint);
  return { mcpUrl };
}

const mcpUrlOf = (engine: EngineProcess) =>
  new Promise<string>((resolve) => {
    engine.onOutput((text) => {
      const url = /MCP HTTP server listening on (\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
  });

async function answers(endpoint: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < startLimitMs; await delay(5)) {
    const answer = await fetch(endpoint).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
  }
}
