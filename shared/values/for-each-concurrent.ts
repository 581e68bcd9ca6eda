export async function forEachConcurrent<T>(entries: readonly T[], width: number, work: (entry: T) => Promise<void>): Promise<void> {
  const rest = entries.values();
  let failed = false;
  const next = async () => {
    for (const entry of rest) {
      if (failed) return;
      try {
        await work(entry);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, entries.length) }, next));
}
