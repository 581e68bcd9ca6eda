import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { freePort } from './free-port.ts';

export type Dynoxide = { endpoint: string; stop(): Promise<void> };

const startLimitMs = 5000;

export async function startDynoxide(directory: string): Promise<Dynoxide> {
  mkdirSync(directory, { recursive: true });
  let reason = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const args = ['serve', '--port', String(port), '--db-path', join(directory, 'dynamodb.sqlite')];
    const engine = startEngineProcess(dynoxideBinary(), args, { PATH: process.env.PATH, HOME: directory });
    const failure = await Promise.race([listening(engine), engine.ended, delay(startLimitMs, 'no answer in time', { ref: false })]);
    if (failure === undefined) return { endpoint: `http://127.0.0.1:${port}`, stop: engine.stop };
    reason = failure;
    await engine.stop();
  }
  throw new Error(`dynoxide does not start (${reason}).`);
}

/** Another program might own the port, so the engine's output decides. */
const listening = (engine: EngineProcess) =>
  new Promise<undefined>((resolve) => {
    engine.onOutput((text) => {
      if (text.includes('listening on')) resolve(undefined);
    });
  });

export function dynoxideBinary(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)), 'dynoxide');
}
