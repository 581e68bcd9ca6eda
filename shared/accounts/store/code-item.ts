import { type CodePurpose, codeLimits } from '#shared/accounts/rules/codes.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

/** Whose code: `address` is a normalised e-mail or a phone (E.164). */
export type CodeKey = { purpose: CodePurpose; address: string };

/** The newest code of an address for a purpose, and the address's failures by day. */
export type CodeItem = Item & {
  generation: string;
  /** Keyed hash of purpose, address, generation and code. */
  mac: string;
  /** Epoch milliseconds. */
  sentAt: number;
  expiresAt: number;
  tries: number;
  usedAt?: number;
  /** Names the newest try that was taken, and the newest that was given back. */
  takenBy?: string;
  returnedBy?: string;
  /** Names who asked for the code, while it is not sent. */
  requestId?: string;
  /** The request that asked for the latest code. */
  sentRequestId?: string;
  /** The UTC day on which the owner was last notified that the failures of the day are used up. */
  guessingReportedOn?: string;
  /** Failures of a UTC day, under its name; those of one network under the day and the network. */
  [day: `failures${string}`]: number;
};

/** The UTC day of `at` (epoch milliseconds): `20261121`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** The attribute that counts the failures of the day of `at` (epoch milliseconds): of all networks, or of one. */
export const failuresOf = (at: number, network?: string) =>
  `failures${dayOf(at)}${network === undefined ? '' : `_${network}`}` as const;

/** Every counter of an item for a day. */
export const countersOf = (code: CodeItem, at: number) =>
  Object.keys(code).filter((name) => name.startsWith(failuresOf(at)));

/** What an address has left of its day, by the failures from a network and from all; below 1: nothing. */
export const leftToday = (code: CodeItem, at: number, network: string | undefined) =>
  Math.min(
    codeLimits.failuresPerDay - (code[failuresOf(at)] ?? 0),
    network === undefined
      ? Number.POSITIVE_INFINITY
      : codeLimits.failuresPerNetwork - (code[failuresOf(at, network)] ?? 0),
  );

/** How many guesses a code takes, and for how long. */
export type AttemptsLeft = { remaining: number; resetSeconds: number };

/** What a code has left for a network at `at` (epoch milliseconds), by its own failures and by its address's of the day. */
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

/** Changes a code while it is the newest of its address, on a condition if one is given; else nothing. */
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
