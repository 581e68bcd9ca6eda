import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/accounts/codes/items.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { type AttemptsLeft, attemptsLeft, type CodeItem, type CodeKey, changeCode, failuresOf, leftToday } from './code-item.ts';

export type GuessKey = CodeKey & { ipNetwork: string };
export type Try = { id: string; at: number; code: CodeItem };
export type TryRefused = {
  outcome: 'wrong' | 'expired' | 'closed';
  left: AttemptsLeft;
  code: CodeItem | null;
};

const allLeft = { remaining: codeLimits.failures, resetSeconds: codeLimits.lifetimeSeconds };

export async function takeTry(table: Table, { purpose, address, ipNetwork }: GuessKey, at: number): Promise<Try | TryRefused> {
  const id = randomUUID();
  try {
    const code = await table.update<CodeItem>({
      key: keyOf.code(purpose, address),
      update: 'SET takenBy = :id ADD tries :one, #failures :one, #own :one',
      condition:
        'expiresAt > :now AND attribute_not_exists(usedAt) AND tries < :tries AND (attribute_not_exists(#failures) OR #failures < :failures) AND (attribute_not_exists(#own) OR #own < :own) AND (attribute_not_exists(takenBy) OR takenBy <> :id)',
      names: { '#failures': failuresOf(at), '#own': failuresOf(at, ipNetwork) },
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
    // The client library repeats a write whose response was lost, so the item may already name this try.
    return code?.takenBy === id ? { id, at, code } : refusalOf(code, at, ipNetwork);
  }
}

export const returnTry = (table: Table, { ipNetwork, ...key }: GuessKey, { id, at, code }: Try): Promise<void> =>
  changeCode(
    table,
    { ...key, generation: code.generation },
    {
      update: 'SET verifiedAt = :now, returnedBy = :id ADD tries :back, #failures :back, #own :back',
      condition: '(attribute_not_exists(returnedBy) OR returnedBy <> :id) AND attribute_exists(#own)',
      names: { '#failures': failuresOf(at), '#own': failuresOf(at, ipNetwork) },
      values: { ':now': at, ':back': -1, ':id': id },
    },
  );

function refusalOf(code: CodeItem | null, at: number, ipNetwork: string): TryRefused {
  if (!code?.mac || code.usedAt !== undefined) return { outcome: 'wrong', left: allLeft, code };
  const isSpent = leftToday(code, at, ipNetwork) <= 0;
  if (!isSpent && code.expiresAt <= at) return { outcome: 'expired', left: allLeft, code };
  return { outcome: 'closed', left: attemptsLeft(code, at, ipNetwork), code };
}
