import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { AccountId } from '#shared/values/tenant.ts';
export type ProcessingResult = { written: BillingOutcome } | Unwritten | null;

export type ProcessedEvent = {
  id: string;
  type: string;
  created: number;
  object: unknown;
};

export type Unwritten = { outcome: BillingOutcome; userId?: AccountId; effects?: readonly Effect[] };
