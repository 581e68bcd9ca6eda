import type { Receipts } from './store/receipts.ts';

/** What may be lost by a death, and must not come between a deed and its receipt. */
export type Afterwards = (() => Promise<void>) | undefined;

/**
 * What nobody can take back is done under a receipt, taken before and signed after. A worker that dies in between leaves
 * the receipt to the next one after a minute, so nothing is lost, and repeated only by such a death.
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
