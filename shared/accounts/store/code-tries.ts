import { randomUUID } from 'node:crypto';
import { codeLimits } from '#shared/accounts/rules/codes.ts';
import { keyOf } from '#shared/store/keys.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import {
  type AttemptsLeft,
  attemptsLeft,
  type CodeItem,
  type CodeKey,
  changeCode,
  failuresOf,
  leftToday,
} from './code-item.ts';

/** The caller that guesses: `network` is a keyed hash. */
export type GuessKey = CodeKey & { network: string };
/** A try of a code: it may be compared once. */
export type Try = { id: string; at: number; code: CodeItem };
export type TryRefused = {
  /** There is no code, or it was used; it has expired; or too many failures: of this code, or of the address on this day. */
  outcome: 'wrong' | 'expired' | 'closed';
  left: AttemptsLeft;
  code: CodeItem | null;
};

/** Where there is no code to guess at, nothing is counted: the next one has all its attempts. */
const allLeft = { remaining: codeLimits.failures, resetSeconds: codeLimits.lifetimeSeconds };

/** Takes one of the tries that an address's newest code has left. */
export async function takeTry(
  table: Table,
  { purpose, address, network }: GuessKey,
  at: number,
): Promise<Try | TryRefused> {
  const id = randomUUID();
  try {
    const code = await table.update<CodeItem>({
      key: keyOf.code(purpose, address),
      update: 'SET takenBy = :id ADD tries :one, #failures :one, #own :one',
      condition:
        'expiresAt > :now AND attribute_not_exists(usedAt) AND tries < :tries AND (attribute_not_exists(#failures) OR #failures < :failures) AND (attribute_not_exists(#own) OR #own < :own) AND (attribute_not_exists(takenBy) OR takenBy <> :id)',
      names: { '#failures': failuresOf(at), '#own': failuresOf(at, network) },
      values: {
        ':id': id,
        ':one': 1,
        ':now': at,
        ':tries': codeLimits.failures,
        ':failures': codeLimits.failuresPerDay,
        ':own': codeLimits.failuresPerNetwork,
      },
    });
    return { id, at, code };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const code = error.item as CodeItem | null;
    // The try was taken, its answer was lost, and the client library sent it again.
    return code?.takenBy === id ? { id, at, code } : refusalOf(code, at, network);
  }
}

/** Gives a try back, whose guess was right. */
export const returnTry = (
  table: Table,
  { network, ...key }: GuessKey,
  { id, at, code }: Try,
): Promise<void> =>
  changeCode(
    table,
    { ...key, generation: code.generation },
    {
      update: 'SET verifiedAt = :now, returnedBy = :id ADD tries :back, #failures :back, #own :back',
      // Once, however often the client library sends it.
      condition: '(attribute_not_exists(returnedBy) OR returnedBy <> :id) AND attribute_exists(#own)',
      // The day that it was taken from, which may have ended.
      names: { '#failures': failuresOf(at), '#own': failuresOf(at, network) },
      values: { ':now': at, ':back': -1, ':id': id },
    },
  );

function refusalOf(code: CodeItem | null, at: number, network: string): TryRefused {
  if (!code?.mac || code.usedAt !== undefined) return { outcome: 'wrong', left: allLeft, code };
  const isSpent = leftToday(code, at, network) <= 0;
  if (!isSpent && code.expiresAt <= at) return { outcome: 'expired', left: allLeft, code };
  return { outcome: 'closed', left: attemptsLeft(code, at, network), code };
}
