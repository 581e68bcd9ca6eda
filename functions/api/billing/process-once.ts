import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { processBillingEvent } from './process-billing-event.ts';
import type { processInvoiceNeeds } from './process-invoice.ts';

type Deps = DepsOf<typeof processInvoiceNeeds>;

export async function processOnce(
  event: Parameters<typeof processBillingEvent>[0],
  deps: Deps,
): Promise<{ outcome: BillingOutcome; isDuplicate: boolean }> {
  return await retryOnConflict('rare', async () => {
    const earlier = await deps.billingRecords.event(event.id);
    if (earlier?.isSettled) return { outcome: earlier.outcome, isDuplicate: true };
    const outcome = await processBillingEvent(event, deps);
    return outcome ? { outcome, isDuplicate: false } : conflict;
  });
}
