import type { Receipts } from './store/receipts.ts';

/** If the worker dies, this work is lost. */
export type Afterwards = (() => Promise<void>) | undefined;

/** An action is repeated only if its worker dies, after a minute. */
export async function withReceipt(id: string, { receipts }: { receipts: Receipts }, perform: () => Promise<Afterwards>): Promise<void> {
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
