import { rm } from 'node:fs/promises';

/** Stops what `global-setup.mjs` has started. */
export default async function globalTeardown() {
  const { engine, directory } = globalThis.testRun;
  await engine?.stop();
  await rm(directory, { recursive: true, force: true });
}
