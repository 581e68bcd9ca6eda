import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the run; and with `TEST_ENGINE=dynoxide` that engine, in place of each process's own (`engine.ts`). */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(roomyFolder(), 'adtrail-test-'));
  process.env.TEST_RUN_FOLDER = directory;
  let stop = async () => {};
  if (process.env.TEST_ENGINE === 'dynoxide') {
    const { startDynoxide } = await import('#test/dynoxide/start-dynoxide.ts');
    const engine = await startDynoxide(directory);
    process.env.TEST_DYNOXIDE_ENDPOINT = engine.endpoint;
    stop = () => engine.stop();
  }
  return async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** In memory where there is room: these tables are gone after the run, and a disk makes every write wait. */
function roomyFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 4 * 1024 ** 3) return memory;
  } catch {}
  return tmpdir();
}
