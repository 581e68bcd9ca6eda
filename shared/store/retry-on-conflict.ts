import { StoreUnavailable } from './store-errors.ts';

/** Another writer changed data between the read and the write of an attempt. */
export const conflict: unique symbol = Symbol();

/**
 * An attempt reads, and writes on the condition that nothing has changed. Throws `StoreUnavailable` after
 * `maxTries`.
 */
export async function retryOnConflict<T>(
  maxTries: number,
  attempt: (tries: number) => Promise<T | typeof conflict>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(tries);
    if (outcome !== conflict) return outcome;
    if (tries === maxTries) throw new StoreUnavailable(new Error('conflict'));
    await new Promise((outcome) => setTimeout(outcome, Math.random() * Math.min(10 * 2 ** tries, 200)));
  }
}
