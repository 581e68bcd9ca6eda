import { StoreUnavailable } from './store-errors.ts';

export const conflict: unique symbol = Symbol();

/** The number of tries depends on how often other writers change the same items. */
const budgets = { rare: 10, frequent: 20, busy: 60 };

/** Each attempt requires that its reads are unchanged. Throws `StoreUnavailable` after the last try. */
export async function retryOnConflict<T>(
  conflicts: keyof typeof budgets,
  attempt: (tries: number) => Promise<T | typeof conflict>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(tries);
    if (outcome !== conflict) return outcome;
    if (tries === budgets[conflicts]) throw new StoreUnavailable(new Error('conflict'));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** tries, 200)));
  }
}
