import { keyOf } from '#shared/accounts/codes/items.ts';
import { type CodePurpose, codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

/** E-mails are normalised, phones E.164. */
export type CodeKey = { purpose: CodePurpose; address: string };

export type CodeItem = Item & {
  generation: string;
  mac: string;
  /** Times are epoch milliseconds. */
  sentAt: number;
  expiresAt: number;
  tries: number;
  usedAt?: number;
  takenBy?: string;
  returnedBy?: string;
  requestId?: string;
  sentRequestId?: string;
  guessingReportedOn?: string;
  [day: `failures${string}`]: number;
};

export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

export const failuresOf = (at: number, ipNetwork?: string) =>
  `failures${dayOf(at)}${ipNetwork === undefined ? '' : `_${ipNetwork}`}` as const;

export const countersOf = (code: CodeItem, at: number) => Object.keys(code).filter((name) => name.startsWith(failuresOf(at)));

export const leftToday = (code: CodeItem, at: number, ipNetwork: string | undefined) =>
  Math.min(
    codeLimits.failuresPerDay - (code[failuresOf(at)] ?? 0),
    ipNetwork === undefined ? Number.POSITIVE_INFINITY : codeLimits.failuresPerNetwork - (code[failuresOf(at, ipNetwork)] ?? 0),
  );

export type AttemptsLeft = { remaining: number; resetSeconds: number };

export function attemptsLeft(code: CodeItem, at: number, ipNetwork: string): AttemptsLeft {
  const today = leftToday(code, at, ipNetwork);
  return today <= 0
    ? { remaining: 0, resetSeconds: secondsUntilTomorrow(at) }
    : {
        remaining: Math.max(0, Math.min(today, codeLimits.failures - code.tries)),
        resetSeconds: Math.max(1, Math.ceil((code.expiresAt - at) / 1000)),
      };
}

export const secondsUntilTomorrow = (at: number) => Math.ceil((days(1) - (at % days(1))) / 1000);

export async function changeCode(
  table: Table,
  { purpose, address, generation }: CodeKey & { generation: string },
  { update, condition, names, values = {} }: Expression & { update: string; condition?: string },
): Promise<void> {
  await tookEffect(
    table.update({
      key: keyOf.code(purpose, address),
      update,
      condition: `generation = :generation${condition ? ` AND (${condition})` : ''}`,
      ...(names && { names }),
      values: { ':generation': generation, ...values },
    }),
  );
}
