import { type CreditTransaction, claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/**
 * Rows of daily credits in a short form, oldest first, whose places in the ledger follow each other. A balance's item
 * holds the latest ones, so that one write of one item is claim, row and balance; the next row of another kind, or the
 * one whose turn it is (`isMoved`), moves them into an item of their own. Attribute `daily`, as JSON.
 */
export type DailyRows = {
  /** The latest day that was granted, and the place of its row, which may be elsewhere. `''`: none was. */
  day: string;
  place: number;
  /** The place of the last of `rows`, and the balance after it. */
  seq: number;
  balanceAfter: number;
  /** An earlier version of the service added rows since, so its claims of later days may hold. */
  isMixed?: true;
  /** Day, credits, time of the grant in epoch milliseconds, task. */
  rows: readonly (readonly [day: string, amount: number, at: number, source: string | null])[];
};

/** With more, the item of a balance would be over 1 KB, and a write of it would cost two units. */
export const maxRows = 10;

/**
 * Whether a grant moves the rows before it into an item of their own. Once in `maxRows` days, on other days for other
 * users, so that no night has more of it than the next.
 */
export const isMoved = (userId: number, day: string, { rows }: DailyRows): boolean =>
  rows.length >= maxRows || (rows.length > 0 && (Date.parse(day) / days(1) + userId) % maxRows === 0);

export const dailyRowsOf = (item: Item): DailyRows | undefined =>
  typeof item.daily === 'string' ? (JSON.parse(item.daily) as DailyRows) : undefined;

/** The rows, newest first. */
export function expanded(userId: number, { seq, balanceAfter, rows }: DailyRows): CreditTransaction[] {
  let after = balanceAfter;
  return rows.toReversed().map(([day, amount, at, source], back) => {
    const row = { amount, balanceAfter: after, at, source, seq: seq - back };
    after -= amount;
    return dailyRow(userId, day, row);
  });
}

type Values = { seq: number; amount: number; balanceAfter: number; at: number; source: string | null };

/** A row of daily credits. Its id follows from its claim, so that it need not be stored. */
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

/** The rows of any item of a ledger, newest first. */
export function ledgerRowsOf(item: Item): CreditTransaction[] {
  if (item.kind === 'credit_row') {
    const { pk: _, sk: __, kind: ___, ...row } = item;
    return [row as CreditTransaction];
  }
  const daily = dailyRowsOf(item);
  return daily ? expanded(item.userId as number, daily) : [];
}
