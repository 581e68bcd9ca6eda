import { randomText } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const grantTypes = ['daily_grant', 'signup_grant', 'partner_monthly_topup', 'billing_renewal', 'ADJUSTMENT'] as const;
export type GrantType = (typeof grantTypes)[number];
export const transactionTypes = [...grantTypes, 'usage', 'reversal'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export type CreditTransaction = {
  id: string;
  userId: AccountId;
  seq: number;
  type: TransactionType;
  /** The amount is whole, and negative for a charge. */
  amount: number;
  balanceAfter: number;
  reason: string;
  key: string;
  actor: string;
  source?: string;
  createdAt: string;
  reverses?: string;
};

export const dailyGrant = { amount: 5, reason: 'Daily credits', actor: 'grant_daily_credits' } as const;

export const maxAdjusted = 1_000_000;

/** Days and months are in `CREDITS_TIME_ZONE`. */
export const claims = {
  daily: (day: string, accountId: AccountId) => `daily#${day}#${accountId}`,
  signup: (accountId: AccountId) => `signup#${accountId}`,
  /** An upgrade makes a second payment (`2`) of the month. */
  partnerMonthly: (month: string, accountId: AccountId, payment = 1) =>
    `partner_monthly#${month}#${accountId}${payment === 1 ? '' : `#${payment}`}`,
  invoice: (invoiceId: string) => `invoice#${invoiceId}`,
  adjustment: (idempotencyKey = randomText(22)) => `adjustment#${idempotencyKey}`,
  reversal: (transactionId: string) => `reverse#${transactionId}`,
  usage: (operation: string, accountId: AccountId, id: string) => `usage#${operation}#${accountId}#${id}`,
};

export const dayOfClaim = (claim: string): string | null => /^daily#(\d{4}-\d\d-\d\d)#\d+$/.exec(claim)?.[1] ?? null;

export const newTransactionId = (seq: number) => `tx_${seq}_${randomText(16)}`;

export function seqOf(transactionId: string): number | null {
  const seq = Number(/^tx_([1-9]\d{0,11})_[0-9A-Za-z]{16}$/.exec(transactionId)?.[1]);
  return Number.isNaN(seq) ? null : seq;
}

export type LedgerAudit = {
  balance: number;
  sum: number;
  rows: number;
  /** The ledger is equal if every balance follows from earlier rows, and none is missing. */
  isEqual: boolean;
  last: CreditTransaction | null;
};
