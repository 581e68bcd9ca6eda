import { spawnSync } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usedGrantsName } from './used-grants.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(roomyFolder(), 'adtrail-test-'));
  process.env.TEST_RUN_FOLDER = directory;
  // An editor starts the tests without npm, and so without what `npm test` sets up.
  spawnSync(process.execPath, ['bin/setup.mjs', 'docs'], { stdio: 'inherit' });
  // Compiling takes a third of the load time, so all processes share the cache.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/tests-compiled');
  let stop = async () => {};
  if (process.env.TEST_ENGINE === 'dynoxide') {
    const { startDynoxide } = await import('#test/dynoxide/start-dynoxide.ts');
    const engine = await startDynoxide(directory);
    process.env.TEST_DYNOXIDE_ENDPOINT = engine.endpoint;
    stop = () => engine.stop();
  }
  return async () => {
    await stop();
    await gatherUsedGrants(directory);
    await rm(directory, { recursive: true, force: true });
  };
}

async function gatherUsedGrants(directory: string): Promise<void> {
  const to = process.env.TEST_USED_GRANTS;
  if (!to) return;
  const names = (await readdir(directory)).filter((name) => name.startsWith(usedGrantsName));
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  await writeFile(to, texts.join(''), { flag: 'a' });
}

/** Tables of tests are in memory, because a disk delays every write. */
function roomyFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 4 * 1024 ** 3) return memory;
  } catch {}
  return tmpdir();
}
