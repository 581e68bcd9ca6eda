import { setTimeout as delay } from 'node:timers/promises';
import { busyness } from '#test/kit/cpu-clock.ts';

export async function until<T>(check: () => T | Promise<T>, seconds = 8): Promise<NonNullable<T>> {
  const began = performance.now();
  const isOver = (times = 1) => performance.now() - began > seconds * 1000 * times;
  for (; ; await delay(isOver() ? 250 : 10)) {
    const value = await check();
    if (value) return value;
    if (isOver() && isOver(busyness())) throw new Error(`Not within ${seconds} s: ${check}`);
  }
}
