import type { Receipts } from './store/receipts.ts';

/** This work may be lost with the worker, and must not run between an action and its receipt. */
export type Afterwards = (() => Promise<void>) | undefined;

/**
 * After a worker's death in between, the next worker takes over after a minute, so only such a death repeats
 * an action.
 */
export async function withReceipt(
  id: string,
  { receipts }: { receipts: Receipts },
  perform: () => Promise<Afterwards>,
): Promise<void> {
  const claim = await receipts.claim(id);
  if (claim === 'delivered') return;
  if (claim === 'busy') throw new Error('Another worker is delivering this effect.');
  let afterwards: Afterwards;
  try {
    afterwards = await perform();
  } catch (error) {
    await receipts.release(id);
    throw error;
  }
  await receipts.delivered(id);
  await afterwards?.();
}
