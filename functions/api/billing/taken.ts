import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
/** `written`: with the event's record; `null`: somebody else wrote meanwhile, and nothing was written. */
export type Taken = { written: BillingOutcome } | Unwritten | null;

/** An event whose envelope has been read. */
export type TakenEvent = {
  id: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  object: unknown;
};

/** The outcome of an event that changed nothing, with its user and the notices that follow. */
export type Unwritten = { outcome: BillingOutcome; userId?: number; effects?: readonly Effect[] };
