import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '../lib/local/engines/dynoxide.ts';

/** One DynamoDB engine for the whole run; tests keep apart by table prefixes. */
export default async function globalSetup() {
  const directory = await mkdtemp(join(roomyFolder(), 'adtrail-test-'));
  const engine = await startDynoxide(directory, { sweepSeconds: 0 });
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  process.env.TEST_RUN_FOLDER = directory;
  // Jest hands nothing from set-up to tear-down but the global object.
  globalThis.testEngine = { engine, directory };
}

/** In memory where there is room: these tables are gone after the run, and a disk makes every write wait. */
function roomyFolder() {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 4 * 1024 ** 3) return memory;
  } catch {}
  return tmpdir();
}
