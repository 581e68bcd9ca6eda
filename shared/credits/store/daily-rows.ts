import { type CreditTransaction, claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/**
 * A write stores claim, row and balance in a single item. Another kind of row, or `isMoved`, moves the rows into items of
 * their own.
 */
export type DailyRows = {
  day: string;
  place: number;
  seq: number;
  balanceAfter: number;
  /** An earlier version has added other rows since, so claims of later days may exist. */
  isMixed?: true;
  /** `at` is in epoch milliseconds. */
  rows: readonly (readonly [day: string, amount: number, at: number, source: string | null])[];
};

/** An item with more rows exceeds 1 KB, and its write costs two units. */
export const maxRows = 10;

/** Users move on different days, so every night has a similar number. */
export const isMoved = (accountId: AccountId, day: string, { rows }: DailyRows): boolean =>
  rows.length >= maxRows || (rows.length > 0 && (Date.parse(day) / days(1) + accountId) % maxRows === 0);

export const dailyRowsOf = (item: Item): DailyRows | undefined =>
  typeof item.daily === 'string' ? (JSON.parse(item.daily) as DailyRows) : undefined;

export function expanded(accountId: AccountId, { seq, balanceAfter, rows }: DailyRows): CreditTransaction[] {
  let after = balanceAfter;
  return rows.toReversed().map(([day, amount, at, source], back) => {
    const row = { amount, balanceAfter: after, at, source, seq: seq - back };
    after -= amount;
    return dailyRow(accountId, day, row);
  });
}

type Values = { seq: number; amount: number; balanceAfter: number; at: number; source: string | null };

export function dailyRow(accountId: AccountId, day: string, values: Values): CreditTransaction {
  const { seq, amount, balanceAfter, at, source } = values;
  const key = claims.daily(day, accountId);
  return {
    id: `tx_${seq}_${sha256(key).slice(0, 16)}`,
    userId: accountId,
    seq,
    type: 'daily_grant',
    ...dailyGrant,
    amount,
    balanceAfter,
    key,
    ...(source !== null && { source }),
    createdAt: new Date(at).toISOString(),
  };
}

export function ledgerRowsOf(item: Item): CreditTransaction[] {
  if (item.kind === 'credit_row') {
    const { pk: _, sk: __, kind: ___, ...row } = item;
    return [row as CreditTransaction];
  }
  const daily = dailyRowsOf(item);
  return daily ? expanded(item.userId as number, daily) : [];
}
