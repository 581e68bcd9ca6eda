const waiting: (() => unknown)[] = [];

/**
 * Does `work` when the test file that runs now has ended. For modules that several files import: they are loaded once, so
 * `afterAll` would reach the first of these files alone.
 */
export const atEndOfFile = (work: () => unknown): void => void waiting.push(work);

/** The last one first. */
export async function endFile(): Promise<void> {
  for (let work = waiting.pop(); work; work = waiting.pop()) await work();
}
