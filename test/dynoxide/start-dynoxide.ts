import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { freePort } from './free-port.ts';

/** An engine of DynamoDB's behavior that others have written, which the service's own is compared with. */
export type Dynoxide = { endpoint: string; stop(): Promise<void> };

const startLimitMs = 5000;

/** Starts dynoxide on a database file in `directory`, and answers when it takes requests. */
export async function startDynoxide(directory: string): Promise<Dynoxide> {
  mkdirSync(directory, { recursive: true });
  let reason = '';
  // Somebody may take the free port before the engine does.
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const args = ['serve', '--port', String(port), '--db-path', join(directory, 'dynamodb.sqlite')];
    const engine = startEngineProcess(dynoxideBinary(), args, { PATH: process.env.PATH, HOME: directory });
    const failure = await Promise.race([
      listening(engine),
      engine.ended,
      delay(startLimitMs, 'no answer in time', { ref: false }),
    ]);
    if (failure === undefined) return { endpoint: `http://127.0.0.1:${port}`, stop: engine.stop };
    reason = failure;
    await engine.stop();
  }
  throw new Error(`dynoxide does not start (${reason}).`);
}

/** The engine says so once its port is open; asking the port might reach another program's. */
const listening = (engine: EngineProcess) =>
  new Promise<undefined>((resolve) => {
    engine.onOutput((text) => {
      if (text.includes('listening on')) resolve(undefined);
    });
  });

/** Where its program is, which npm installs on Linux x64 only. */
export function dynoxideBinary(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)), 'dynoxide');
}
