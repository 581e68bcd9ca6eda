import { type CodePurpose, codeLimits } from '#shared/accounts/rules/codes.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

/** `address` is a normalised e-mail or a phone (E.164). */
export type CodeKey = { purpose: CodePurpose; address: string };

/** The newest code of an address for a purpose, and the address's failures by day. */
export type CodeItem = Item & {
  generation: string;
  /** A keyed hash of purpose, address, generation and code. */
  mac: string;
  /** Epoch milliseconds. */
  sentAt: number;
  expiresAt: number;
  tries: number;
  usedAt?: number;
  /** Identify the newest try that was taken and the newest try that was returned. */
  takenBy?: string;
  returnedBy?: string;
  /** The request that asked for the code, while the code is not sent. */
  requestId?: string;
  /** The request that asked for the latest code. */
  sentRequestId?: string;
  /** The UTC day of the last notification to the owner about used-up failures. */
  guessingReportedOn?: string;
  /** Failures per UTC day, in total and per network. */
  [day: `failures${string}`]: number;
};

/** The UTC day of `at` (epoch milliseconds), such as `20261121`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/**
 * The attribute with the failures of the day of `at` (epoch milliseconds), from all networks or from one
 * network.
 */
export const failuresOf = (at: number, network?: string) =>
  `failures${dayOf(at)}${network === undefined ? '' : `_${network}`}` as const;

export const countersOf = (code: CodeItem, at: number) =>
  Object.keys(code).filter((name) => name.startsWith(failuresOf(at)));

/** The remaining failures of an address today, from a network and from all; below 1 none remain. */
export const leftToday = (code: CodeItem, at: number, network: string | undefined) =>
  Math.min(
    codeLimits.failuresPerDay - (code[failuresOf(at)] ?? 0),
    network === undefined
      ? Number.POSITIVE_INFINITY
      : codeLimits.failuresPerNetwork - (code[failuresOf(at, network)] ?? 0),
  );

/** The number of remaining guesses, and the seconds until it resets. */
export type AttemptsLeft = { remaining: number; resetSeconds: number };

/**
 * The remaining guesses for a network at `at` (epoch milliseconds), limited by failures of the code and of
 * the address today.
 */
export function attemptsLeft(code: CodeItem, at: number, network: string): AttemptsLeft {
  const today = leftToday(code, at, network);
  return today <= 0
    ? { remaining: 0, resetSeconds: secondsUntilTomorrow(at) }
    : {
        remaining: Math.max(0, Math.min(today, codeLimits.failures - code.tries)),
        resetSeconds: Math.max(1, Math.ceil((code.expiresAt - at) / 1000)),
      };
}

export const secondsUntilTomorrow = (at: number) => Math.ceil((days(1) - (at % days(1))) / 1000);

/** Changes a code if it is the newest code of its address and meets the condition; otherwise does nothing. */
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
