import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
/**
 * `written` means that the event's record was written too. `null` means that another request wrote in
 * parallel, and nothing was written.
 */
export type Taken = { written: BillingOutcome } | Unwritten | null;

export type TakenEvent = {
  id: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  object: unknown;
};

/** The outcome of an event without a change, with its user and its notices. */
export type Unwritten = { outcome: BillingOutcome; userId?: number; effects?: readonly Effect[] };
