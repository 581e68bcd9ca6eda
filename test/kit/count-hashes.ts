import { hashing } from './real-passwords.ts';

export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = hashing.count;
  await work();
  return hashing.count - before;
}
