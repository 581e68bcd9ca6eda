import { setTimeout as delay } from 'node:timers/promises';
import { busyness } from './cpu-clock.ts';

export async function until<T>(check: () => T | Promise<T>, seconds = 8): Promise<NonNullable<T>> {
  const began = performance.now();
  const isOver = (times = 1) => performance.now() - began > seconds * 1000 * times;
  for (; ; await delay(isOver() ? 250 : 10)) {
    const value = await check();
    if (value) return value;
    if (isOver() && isOver(busyness())) throw new Error(`Not within ${seconds} s: ${check}`);
  }
}

/** Figures follow events: they are complete once two reads are equal. */
export async function settled<T>(read: () => Promise<T>, isReady: (value: T) => boolean): Promise<void> {
  let before = '';
  await until(async () => {
    const value = await read();
    const text = JSON.stringify(value);
    if (text === before && isReady(value)) return true;
    before = text;
    await delay(2000);
    return false;
  }, 90);
}
