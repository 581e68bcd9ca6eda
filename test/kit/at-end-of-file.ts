const waiting: (() => unknown)[] = [];

/** Modules are loaded once for several test files, so `afterAll` would run only once. */
export const atEndOfFile = (work: () => unknown): void => void waiting.push(work);

export async function endFile(): Promise<void> {
  for (let work = waiting.pop(); work; work = waiting.pop()) await work();
}
