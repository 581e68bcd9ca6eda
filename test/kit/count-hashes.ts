import { hashing } from './real-passwords.ts';

/** How many argon2 derivations this process begins while `work` runs. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = hashing.count;
  await work();
  return hashing.count - before;
}
