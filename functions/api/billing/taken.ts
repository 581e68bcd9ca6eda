import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
export type Taken = { written: BillingOutcome } | Unwritten | null;

export type TakenEvent = {
  id: string;
  type: string;
  created: number;
  object: unknown;
};

export type Unwritten = { outcome: BillingOutcome; userId?: number; effects?: readonly Effect[] };
