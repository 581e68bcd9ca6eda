import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '#functions/http/webhooks/deps.ts';
import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { takeBillingEvent } from './take-billing-event.ts';

const maxTries = 10;

export async function processOnce(
  event: Parameters<typeof takeBillingEvent>[0],
  deps: Deps,
): Promise<{ outcome: BillingOutcome; isDuplicate: boolean }> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const earlier = await deps.billingRecords.event(event.id);
    if (earlier?.isSettled) return { outcome: earlier.outcome, isDuplicate: true };
    const outcome = await takeBillingEvent(event, deps);
    if (outcome) return { outcome, isDuplicate: false };
    await pause(Math.random() * 10 * 2 ** tries);
  }
  throw new StoreUnavailable('An event met another one at every try.');
}
