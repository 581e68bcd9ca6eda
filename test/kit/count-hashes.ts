import { createHook } from 'node:async_hooks';

let hashes = 0;
createHook({
  init: (_id, type) => {
    if (type === 'ARGON2REQUEST') hashes++;
  },
}).enable();

/** How many argon2 derivations this process begins while `work` runs. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = hashes;
  await work();
  return hashes - before;
}
