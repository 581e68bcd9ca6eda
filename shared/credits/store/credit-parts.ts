import { keyOf } from '#shared/credits/items.ts';
import { type CreditTransaction, dayOfClaim } from '#shared/credits/rules/credits.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Part, Update } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Balance } from './credit-reads.ts';
import type { DailyRows } from './daily-rows.ts';

/** The claim is the first part, because its result has priority. */
export function partsOf(transaction: CreditTransaction, { daily }: Balance, effects: readonly Effect[]): Part[] {
  const { userId, seq, key, balanceAfter, source, amount } = transaction;
  const day = dayOfClaim(key);
  const isLatest = day !== null && day > (daily?.day ?? '');
  const isMixed = daily && day === null && (daily.isMixed || daily.seq !== seq - 1);
  const latest = isLatest ? { day, place: seq } : daily && { day: daily.day, place: daily.place };
  return [
    {
      put: {
        ...keyOf.creditClaim(key),
        kind: 'credit_claim',
        userId,
        seq,
        ...(source !== undefined && { source, amount }),
      },
      condition: 'attribute_not_exists(pk)',
    },
    {
      put: { ...keyOf.creditRow(userId, seq), kind: 'credit_row', ...transaction },
      condition: 'attribute_not_exists(pk)',
    },
    balancePart(
      userId,
      { balance: balanceAfter, seq },
      latest && { ...latest, seq, balanceAfter, ...(isMixed && { isMixed }), rows: [] },
      effects,
    ),
    ...(daily ? packParts(userId, daily) : []),
  ];
}

export function balancePart(
  accountId: AccountId,
  { balance, seq }: { balance: number; seq: number },
  daily: DailyRows | undefined,
  effects: readonly Effect[] = [],
): Update {
  const [hasEffects, hasDaily] = [effects.length > 0, daily !== undefined];
  const set = 'SET #kind = :kind, userId = :userId, balance = :balance, seq = :seq';
  return {
    key: keyOf.credits(accountId),
    update: `${set}${hasDaily ? ', daily = :daily' : ''}${hasEffects ? ', effects = :effects' : ' REMOVE effects'}`,
    condition: seq === 1 ? 'attribute_not_exists(seq)' : 'seq = :before',
    names: { '#kind': 'kind' },
    values: {
      ':kind': 'credit_balance',
      ':userId': accountId,
      ':balance': balance,
      ':seq': seq,
      ...(hasDaily && { ':daily': JSON.stringify(daily) }),
      ...(hasEffects && { ':effects': JSON.stringify(effects) }),
      ...(seq > 1 && { ':before': seq - 1 }),
    },
  };
}

export function packParts(accountId: AccountId, daily: DailyRows): Part[] {
  if (daily.rows.length === 0) return [];
  const first = daily.seq - daily.rows.length + 1;
  return [
    {
      put: {
        ...keyOf.creditRow(accountId, first),
        kind: 'credit_rows',
        userId: accountId,
        daily: JSON.stringify(daily),
      },
    },
  ];
}
