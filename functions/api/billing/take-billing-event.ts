import * as z from 'zod';
import type { Deps } from '#functions/http/webhooks/deps.ts';
import { type BillingOutcome, openOutcomes } from '#shared/billing/rules/billing-outcomes.ts';
import { log } from '#shared/log.ts';
import { takeInvoice } from './take-invoice.ts';
import { takeSubscription } from './take-subscription.ts';
import type { Taken, TakenEvent } from './taken.ts';

const Envelope = z.object({
  created: z.int().min(0).max(8_640_000_000_000),
  data: z.object({ object: z.unknown() }),
});

const takers: Record<string, (event: TakenEvent, deps: Deps) => Promise<Taken>> = {
  'customer.subscription.created': takeSubscription,
  'customer.subscription.updated': takeSubscription,
  'customer.subscription.deleted': takeSubscription,
  'customer.subscription.paused': takeSubscription,
  'customer.subscription.resumed': takeSubscription,
  // The event `invoice.paid` is not handled, because invoices that are only marked as paid send it too.
  'invoice.payment_succeeded': takeInvoice,
};

export async function takeBillingEvent(
  sent: { id: string; type: string; created?: unknown; data?: unknown },
  deps: Deps,
): Promise<BillingOutcome | null> {
  const { id, type } = sent;
  const take = Object.hasOwn(takers, type) ? takers[type] : undefined;
  const envelope = Envelope.safeParse(sent).data;
  const created = envelope?.created ?? null;
  const result: Taken = !take
    ? { outcome: 'ignored' }
    : envelope
      ? await take({ id, type, created: envelope.created, object: envelope.data.object }, deps)
      : { outcome: 'unreadable' };
  if (result === null) return null;
  if ('written' in result) return result.written;
  const { outcome, userId = null, effects } = result;
  const isSettled = !openOutcomes.has(outcome);
  if (!isSettled) log.warn('billing event without effect', { event: id, type, outcome });
  const event = { id, type, created, outcome, isSettled, userId };
  const { billingRecords } = deps;
  return (await billingRecords.transactOrConflict([billingRecords.eventPart(event, effects)]))
    ? outcome
    : null;
}
