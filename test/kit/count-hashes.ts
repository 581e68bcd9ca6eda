import { hashing } from './real-passwords.ts';

/** Counts argon2 derivations of this process. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = hashing.count;
  await work();
  return hashing.count - before;
}
