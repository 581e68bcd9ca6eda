import { type CreditTransaction, claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/**
 * Rows of daily credits in a short form, oldest first, at consecutive positions. A balance's item holds the
 * latest rows, so that one write stores claim, row and balance. The next row of another kind, or a row whose
 * turn it is (`isMoved`), moves them to an item of their own. Stored as JSON in the attribute `daily`.
 */
export type DailyRows = {
  /** The latest granted day, or `''`, and the position of its row, which may be in another item. */
  day: string;
  place: number;
  /** The position of the last of `rows`, and the balance after it. */
  seq: number;
  balanceAfter: number;
  /** An earlier version of the service added rows since, so claims of later days may exist. */
  isMixed?: true;
  /** Day, credits, time of the grant in epoch milliseconds, task. */
  rows: readonly (readonly [day: string, amount: number, at: number, source: string | null])[];
};

/** With more rows, the balance's item would exceed 1 KB, and a write would cost two units. */
export const maxRows = 10;

/**
 * Returns whether a grant moves earlier rows to an item of their own: once in `maxRows` days, on different
 * days for different users, so that every night has a similar number of moves.
 */
export const isMoved = (userId: number, day: string, { rows }: DailyRows): boolean =>
  rows.length >= maxRows || (rows.length > 0 && (Date.parse(day) / days(1) + userId) % maxRows === 0);

export const dailyRowsOf = (item: Item): DailyRows | undefined =>
  typeof item.daily === 'string' ? (JSON.parse(item.daily) as DailyRows) : undefined;

/** Newest first. */
export function expanded(userId: number, { seq, balanceAfter, rows }: DailyRows): CreditTransaction[] {
  let after = balanceAfter;
  return rows.toReversed().map(([day, amount, at, source], back) => {
    const row = { amount, balanceAfter: after, at, source, seq: seq - back };
    after -= amount;
    return dailyRow(userId, day, row);
  });
}

type Values = { seq: number; amount: number; balanceAfter: number; at: number; source: string | null };

/** A row of daily credits. Its ID derives from its claim and is not stored. */
export function dailyRow(userId: number, day: string, values: Values): CreditTransaction {
  const { seq, amount, balanceAfter, at, source } = values;
  const key = claims.daily(day, userId);
  return {
    id: `tx_${seq}_${sha256(key).slice(0, 16)}`,
    userId,
    seq,
    type: 'daily_grant',
    amount,
    ...dailyGrant,
    balanceAfter,
    key,
    ...(source !== null && { source }),
    createdAt: new Date(at).toISOString(),
  };
}

/** Returns the rows of any item of a ledger, newest first. */
export function ledgerRowsOf(item: Item): CreditTransaction[] {
  if (item.kind === 'credit_row') {
    const { pk: _, sk: __, kind: ___, ...row } = item;
    return [row as CreditTransaction];
  }
  const daily = dailyRowsOf(item);
  return daily ? expanded(item.userId as number, daily) : [];
}
