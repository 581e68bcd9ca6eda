import { StoreUnavailable } from './store-errors.ts';

export const conflict: unique symbol = Symbol();

/**
 * An attempt writes on the condition that its reads are unchanged. Throws `StoreUnavailable` after
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
