import { randomText } from '#shared/values/ids.ts';

export const grantTypes = [
  'daily_grant',
  'signup_grant',
  'partner_monthly_topup',
  'billing_renewal',
  'ADJUSTMENT',
] as const;
export type GrantType = (typeof grantTypes)[number];
export const transactionTypes = [...grantTypes, 'usage', 'reversal'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** A row of a user's ledger, which never changes and is never removed. */
export type CreditTransaction = {
  id: string;
  userId: number;
  /** The position in the ledger, from 1, without gaps. */
  seq: number;
  type: TransactionType;
  /** A whole number, negative for a charge. */
  amount: number;
  balanceAfter: number;
  reason: string;
  /** The permanent claim of this row. */
  key: string;
  /** A job's name, `operator:<token id>` or `user`. */
  actor: string;
  /** The task that wrote the row, so that a killed task finds its own rows. */
  source?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** The row that a reversal cancels. */
  reverses?: string;
};

/** Fixed fields in rows of daily credits. */
export const dailyGrant = { reason: 'Daily credits', actor: 'grant_daily_credits' } as const;

/** The maximum of one grant by an operator. */
export const maxAdjusted = 1_000_000;

/**
 * Claims identify the purpose of a ledger row, so that nothing is paid or charged twice. Days and months are
 * in `CREDITS_TIME_ZONE`.
 */
export const claims = {
  daily: (day: string, userId: number) => `daily#${day}#${userId}`,
  signup: (userId: number) => `signup#${userId}`,
  /**
   * All payments of a partner's month share this claim. `payment` counts from 1; an upgrade makes a second
   * payment.
   */
  partnerMonthly: (month: string, userId: number, payment = 1) =>
    `partner_monthly#${month}#${userId}${payment === 1 ? '' : `#${payment}`}`,
  invoice: (invoiceId: string) => `invoice#${invoiceId}`,
  /** An adjustment without an idempotency key gets a unique claim. */
  adjustment: (idempotencyKey = randomText(22)) => `adjustment#${idempotencyKey}`,
  reversal: (transactionId: string) => `reverse#${transactionId}`,
  /** `id` is the charged task or request. */
  usage: (operation: string, userId: number, id: string) => `usage#${operation}#${userId}#${id}`,
};

/** Returns the day of a claim on daily credits, or `null` for other claims. */
export const dayOfClaim = (claim: string): string | null =>
  /^daily#(\d{4}-\d\d-\d\d)#\d+$/.exec(claim)?.[1] ?? null;

/** The ID contains the row's position, so that the row is found by its ID. */
export const newTransactionId = (seq: number) => `tx_${seq}_${randomText(16)}`;

/** Returns the position in an ID, or `null` for an invalid ID. */
export function seqOf(transactionId: string): number | null {
  const seq = Number(/^tx_([1-9]\d{0,11})_[0-9A-Za-z]{16}$/.exec(transactionId)?.[1]);
  return Number.isNaN(seq) ? null : seq;
}

export type LedgerAudit = {
  balance: number;
  sum: number;
  rows: number;
  /** Sum and balance agree, no row is missing, and every row's balance follows from the rows before it. */
  isEqual: boolean;
  last: CreditTransaction | null;
};
