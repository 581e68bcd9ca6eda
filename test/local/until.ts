import { setTimeout as delay } from 'node:timers/promises';

/** The first value that counts as true; fails after `seconds`. */
export async function until<T>(check: () => T | Promise<T>, seconds = 8): Promise<NonNullable<T>> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await delay(10)) {
    const value = await check();
    if (value) return value;
  }
  throw new Error(`Not within ${seconds} s: ${check}`);
}
