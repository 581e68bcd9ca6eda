import { type CodePurpose, codeLimits } from '#shared/domain/codes.ts';
import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Expression, Item, Table } from './table.ts';

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
  /** Who asked for the code that was sent last. */
  sentRequestId?: string;
  /** Failures of a UTC day, under its name. */
  [day: `failures${string}`]: number;
};

/** The attribute that counts the failures of the day of `at` (epoch milliseconds). */
export const failuresOf = (at: number) =>
  `failures${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}` as const;

/** How many guesses a code takes, and for how long. */
export type AttemptsLeft = { remaining: number; resetSeconds: number };

/** What a code has left at `at` (epoch milliseconds), by its own failures and by its address's of the day. */
export function attemptsLeft(code: CodeItem, at: number): AttemptsLeft {
  const today = codeLimits.failuresPerDay - (code[failuresOf(at)] ?? 0);
  return today <= 0
    ? { remaining: 0, resetSeconds: secondsUntilTomorrow(at) }
    : {
        remaining: Math.max(0, Math.min(today, codeLimits.failures - code.tries)),
        resetSeconds: Math.max(1, Math.ceil((code.expiresAt - at) / 1000)),
      };
}

export const secondsUntilTomorrow = (at: number) => Math.ceil((86_400_000 - (at % 86_400_000)) / 1000);

/** Changes a code while it is the newest of its address, on a condition if one is given; else nothing. */
export async function changeCode(
  table: Table,
  { purpose, address, generation }: CodeKey & { generation: string },
  { update, condition, names, values = {} }: Expression & { update: string; condition?: string },
): Promise<void> {
  try {
    await table.update({
      key: keyOf.code(purpose, address),
      update,
      condition: `generation = :generation${condition ? ` AND (${condition})` : ''}`,
      ...(names && { names }),
      values: { ':generation': generation, ...values },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
