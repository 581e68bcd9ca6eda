import * as z from 'zod';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { type BillingOutcome, openOutcomes } from '#shared/billing/rules/billing-outcomes.ts';
import { log } from '#shared/log.ts';
import { processInvoice, type processInvoiceNeeds } from './process-invoice.ts';
import { processSubscription } from './process-subscription.ts';
import type { ProcessedEvent, ProcessingResult } from './processing-result.ts';

type Deps = DepsOf<typeof processInvoiceNeeds>;

const Envelope = z.object({
  created: z.int().min(0).max(8_640_000_000_000),
  data: z.object({ object: z.unknown() }),
});

const processors: Record<string, (event: ProcessedEvent, deps: Deps) => Promise<ProcessingResult>> = {
  'customer.subscription.created': processSubscription,
  'customer.subscription.updated': processSubscription,
  'customer.subscription.deleted': processSubscription,
  'customer.subscription.paused': processSubscription,
  'customer.subscription.resumed': processSubscription,
  // The event `invoice.paid` is not handled, because invoices that are only marked as paid send it too.
  'invoice.payment_succeeded': processInvoice,
};

export async function processBillingEvent(
  sentEvent: { id: string; type: string; created?: unknown; data?: unknown },
  deps: Deps,
): Promise<BillingOutcome | null> {
  const { id, type } = sentEvent;
  const processor = Object.hasOwn(processors, type) ? processors[type] : undefined;
  const envelope = Envelope.safeParse(sentEvent).data;
  const created = envelope?.created ?? null;
  const result: ProcessingResult = !processor
    ? { outcome: 'ignored' }
    : envelope
      ? await processor({ id, type, created: envelope.created, object: envelope.data.object }, deps)
      : { outcome: 'unreadable' };
  if (result === null) return null;
  if ('written' in result) return result.written;
  const { outcome, userId = null, effects } = result;
  const isSettled = !openOutcomes.has(outcome);
  if (!isSettled) log.warn('billing event without effect', { event: id, type, outcome });
  const event = { id, type, created, outcome, isSettled, userId };
  const { billingRecords } = deps;
  return (await billingRecords.transactOrConflict([billingRecords.eventPart(event, effects)])) ? outcome : null;
}
