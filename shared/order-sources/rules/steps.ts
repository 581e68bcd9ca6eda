import type { OrderPart } from '#shared/orders/rules/order-parts.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import type { IgnoredReason } from './ignored-reasons.ts';

/** The sender's own count says it. `unknown` leaves it to the user's first event. */
export type Customer = 'first' | 'repeat' | 'unknown';

/**
 * An event of the account. Of two conversions with one order key, the first claims the order, whatever their event IDs are. The
 * times are epoch milliseconds.
 */
export type ConversionStep = {
  kind: 'conversion';
  orderKey: string;
  eventType: string;
  eventId: string;
  value: Decimal;
  currency: string;
  occurredAt: number;
  clickId: string | null;
  /** The hash that the receiver put in the place of the customer's ID. */
  user: string | null;
  customer: Customer;
  /** The address of the shop's page, without its query. */
  page: string | null;
  properties: Readonly<Record<string, string>>;
  /**
   * Another event may know the shop's own ID of this order, and is sent at the same time. The writer waits so long for its claim; 0 is
   * the usual.
   */
  holdSeconds: number;
};

export type PartStep = { kind: 'part'; orderKey: string; part: OrderPart };

/** A part of the order that a `link` from this key names. Each of both may come first. */
export type WaitingStep = { kind: 'waiting'; for: string; part: OrderPart };

/** The payment `from` belongs to the order `to`. */
export type LinkStep = { kind: 'link'; from: string; to: string };

export type IdentityStep = { kind: 'identity'; user: string; clickId: string; at: number };

export type IgnoredStep = { kind: 'ignored'; reason: IgnoredReason };

export type Step = ConversionStep | PartStep | WaitingStep | LinkStep | IdentityStep | IgnoredStep;

export const ignored = (reason: IgnoredReason): IgnoredStep[] => [{ kind: 'ignored', reason }];
