import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the run; and with `TEST_ENGINE=dynoxide` that engine, in place of each test file's own (`engine.ts`). */
export default async function globalSetup() {
  const directory = await mkdtemp(join(roomyFolder(), 'adtrail-test-'));
  process.env.TEST_RUN_FOLDER = directory;
  // Jest hands nothing from set-up to tear-down but the global object.
  globalThis.testRun = { directory };
  if (process.env.TEST_ENGINE !== 'dynoxide') return;
  const { startDynoxide } = await import('#test/dynoxide/start-dynoxide.ts');
  globalThis.testRun.engine = await startDynoxide(directory);
  process.env.TEST_DYNOXIDE_ENDPOINT = globalThis.testRun.engine.endpoint;
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
