import { randomText } from '#shared/values/ids.ts';

/** A grant adds credits. */
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

/** A row of a user's ledger. It is never changed nor removed. */
export type CreditTransaction = {
  id: string;
  userId: number;
  /** Its place in the ledger, from 1, without gaps. */
  seq: number;
  type: TransactionType;
  /** A whole number; below zero where credits leave. */
  amount: number;
  balanceAfter: number;
  reason: string;
  /** The permanent claim of this row. */
  key: string;
  /** The actor: a job's name, `operator:<token id>`, `user`. */
  actor: string;
  /** The task that wrote it, by which a task that was killed knows what it had done. */
  source?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** Of a reversal: the row that it takes back. */
  reverses?: string;
};

/** What rows of daily credits say of themselves. */
export const dailyGrant = { reason: 'Daily credits', actor: 'grant_daily_credits' } as const;

/** The most that an operator grants at a time. */
export const maxAdjusted = 1_000_000;

/** Names what a ledger row is for, so that nothing is paid or charged twice. Days and months are those of `CREDITS_TIME_ZONE`. */
export const claims = {
  daily: (day: string, userId: number) => `daily#${day}#${userId}`,
  signup: (userId: number) => `signup#${userId}`,
  /** Shared by everything that pays a partner's month. `payment` counts from 1; an upgrade makes a second one. */
  partnerMonthly: (month: string, userId: number, payment = 1) =>
    `partner_monthly#${month}#${userId}${payment === 1 ? '' : `#${payment}`}`,
  invoice: (invoiceId: string) => `invoice#${invoiceId}`,
  /** Without the operator's idempotency key, one of its own. */
  adjustment: (idempotencyKey = randomText(22)) => `adjustment#${idempotencyKey}`,
  reversal: (transactionId: string) => `reverse#${transactionId}`,
  /** `id` names what is charged for: a task, a request. */
  usage: (operation: string, userId: number, id: string) => `usage#${operation}#${userId}#${id}`,
};

/** The day of a claim on daily credits; `null` for every other claim. */
export const dayOfClaim = (claim: string): string | null =>
  /^daily#(\d{4}-\d\d-\d\d)#\d+$/.exec(claim)?.[1] ?? null;

/** An id that holds the row's place, so that the row is found by it. */
export const newTransactionId = (seq: number) => `tx_${seq}_${randomText(16)}`;

/** The place in an id, or `null` when it is none of ours. */
export function seqOf(transactionId: string): number | null {
  const seq = Number(/^tx_([1-9]\d{0,11})_[0-9A-Za-z]{16}$/.exec(transactionId)?.[1]);
  return Number.isNaN(seq) ? null : seq;
}

/** What a ledger adds up to, beside the balance that was kept with it. */
export type LedgerAudit = {
  balance: number;
  sum: number;
  rows: number;
  /** Sum and balance agree, no row is missing, and every row's own balance follows from those before it. */
  isEqual: boolean;
  last: CreditTransaction | null;
};
