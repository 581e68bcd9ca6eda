import { balanceEffects } from '#shared/credits/rules/balance-effects.ts';
import { type CreditTransaction, claims, dayOfClaim, type GrantType, newTransactionId, seqOf } from '#shared/credits/rules/credits.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { balancePart, packParts, partsOf } from './credit-parts.ts';
import { type Balance, type ClaimItem, creditReadsIn, type ExistingGrant, emptyBalance } from './credit-reads.ts';
import { type DailyRows, dailyRow, isMoved } from './daily-rows.ts';

export type Credits = ReturnType<typeof creditsIn>;

const grantsAtOnce = 16;

/** `also` has at most 96 further steps of the transaction. A deferred grant is stored with it. */
type Entry = { reason: string; claim: string; actor: string; source?: string; also?: readonly Part[] };
export type Grant = Entry & { type: GrantType; amount: number };
type Row = Entry & Pick<CreditTransaction, 'type' | 'amount' | 'reverses'>;

export type Posted = { outcome: 'granted'; transaction: CreditTransaction } | { outcome: 'already'; transaction: CreditTransaction };
type Refused = { outcome: 'refused' };
type Insufficient = { outcome: 'insufficient'; balance: number };

/**
 * A change makes one read and one transaction: a permanent claim, the row, and the unchanged balance. Daily credits
 * take one write. A fall to `lowAt` or to zero stores a mail and a webhook event.
 */
export function creditsIn(table: Table, { now, lowAt = 2 }: { now: () => number; lowAt?: number }) {
  const reads = creditReadsIn(table);

  async function onBalance<T>(
    accountId: AccountId,
    amount: number,
    knownBalance: Balance | undefined,
    attempt: (before: Balance) => Promise<T | typeof conflict>,
  ): Promise<T> {
    if (!Number.isSafeInteger(amount) || amount === 0) throw new RangeError('Credits are whole numbers other than 0.');
    return await retryOnConflict('busy', async (tries) => attempt((tries === 1 && knownBalance) || (await reads.balance(accountId))));
  }

  const post = (accountId: AccountId, row: Row, knownBalance?: Balance): Promise<Posted | Refused | Insufficient> =>
    onBalance(accountId, row.amount, knownBalance, (before) => tryPost(accountId, row, before));

  async function tryPost(
    accountId: AccountId,
    { also = [], claim, ...row }: Row,
    before: Balance,
  ): Promise<Posted | Refused | Insufficient | typeof conflict> {
    const balanceAfter = before.balance + row.amount;
    if (balanceAfter < 0) {
      // A repeated charge succeeds even if the balance no longer covers it.
      const transaction = await reads.byClaim(claim);
      return transaction ? { outcome: 'already', transaction } : { outcome: 'insufficient', balance: before.balance };
    }
    const seq = before.seq + 1;
    const transaction: CreditTransaction = {
      id: newTransactionId(seq),
      userId: accountId,
      seq,
      ...row,
      balanceAfter,
      key: claim,
      createdAt: new Date(now()).toISOString(),
    };
    const { createdAt } = transaction;
    const spent = { userId: accountId, seq, before: before.balance, after: balanceAfter, at: createdAt };
    const effects = row.type === 'usage' ? balanceEffects(spent, lowAt) : [];
    const parts = partsOf(transaction, before, effects);
    const refusal = await refusalOf(table.transact([...parts, ...also]));
    if (!refusal) return { outcome: 'granted', transaction };
    if (refusal.part === 0) return await claimedGrant(refusal.item as ClaimItem);
    return refusal.part < parts.length ? conflict : { outcome: 'refused' };
  }

  const postDaily = (accountId: AccountId, day: string, grant: Grant, knownBalance?: Balance): Promise<Posted | Refused | Insufficient> =>
    onBalance(accountId, grant.amount, knownBalance, async (before) => {
      const { daily } = before;
      const transaction = await reads.dailyRowOf(accountId, day, before);
      if (transaction) return { outcome: 'already', transaction };
      // An earlier version may have granted the day's credits, so their claim is checked.
      const isMixed = daily && (daily.isMixed || daily.seq !== before.seq);
      if (!daily || day < daily.day || isMixed) return await tryPost(accountId, grant, before);
      return await tryDaily(accountId, day, grant, before, daily);
    });

  async function tryDaily(
    accountId: AccountId,
    day: string,
    { amount, source }: Grant,
    before: Balance,
    daily: DailyRows,
  ): Promise<Posted | typeof conflict> {
    const [seq, balanceAfter, at] = [before.seq + 1, before.balance + amount, now()];
    const moves = isMoved(accountId, day, daily);
    const rows = [...(moves ? [] : daily.rows), [day, amount, at, source ?? null] as const];
    const change = balancePart(accountId, { balance: balanceAfter, seq }, { day, place: seq, seq, balanceAfter, rows });
    const write = moves ? table.transact([...packParts(accountId, daily), change]) : table.update(change);
    if (!(await tookEffect(write))) return conflict;
    return {
      outcome: 'granted',
      transaction: dailyRow(accountId, day, { seq, amount, balanceAfter, at, source: source ?? null }),
    };
  }

  async function claimedGrant({ userId, seq }: ClaimItem): Promise<Posted> {
    const transaction = await reads.row(userId, seq);
    if (!transaction) throw new Error('A claim on credits has lost its row.');
    return { outcome: 'already', transaction };
  }

  function postGrant(accountId: AccountId, grant: Grant, knownBalance?: Balance) {
    const day = dayOfClaim(grant.claim);
    return day === null ? post(accountId, grant, knownBalance) : postDaily(accountId, day, grant, knownBalance);
  }

  const granted = (outcome: Posted | Refused | Insufficient): Posted | Refused => {
    if (outcome.outcome === 'insufficient') throw new RangeError('A grant adds credits.');
    return outcome;
  };

  return {
    ...reads,

    grant: async (accountId: AccountId, grant: Grant): Promise<Posted | Refused> => granted(await postGrant(accountId, grant)),

    /** Makes two reads per 100 users (one for daily credits), then a write per free claim. */
    async grantMany(
      grants: readonly (Grant & { userId: AccountId })[],
      report: (grant: Grant & { userId: AccountId }, outcome: GrantOutcome) => void,
    ): Promise<void> {
      const others = grants.filter(({ claim }) => dayOfClaim(claim) === null);
      // For a single conditional write, an eventually consistent balance suffices.
      const consistent = others.length > 0;
      const [balances, claims] = await Promise.all([
        reads.balances(
          grants.map(({ userId }) => userId),
          { consistent },
        ),
        reads.claimed(others),
      ]);
      await forEachConcurrent(grants, grantsAtOnce, async (grant) => {
        const claim = claims.get(grant.claim);
        if (claim) return report(grant, alreadyGranted(claim));
        const { userId, ...row } = grant;
        try {
          const posted = granted(await postGrant(userId, row, balances.get(userId) ?? emptyBalance));
          report(grant, posted.outcome === 'already' ? alreadyGranted(posted.transaction) : posted);
        } catch (error) {
          report(grant, { outcome: 'failed', error: error as Error });
        }
      });
    },

    spend: async (accountId: AccountId, { amount, ...entry }: Entry & { amount: number }): Promise<Posted | Refused | Insufficient> => {
      if (amount <= 0) throw new RangeError('Spending takes credits.');
      return await post(accountId, { ...entry, type: 'usage', amount: -amount });
    },

    /** A debt would swallow the next grants, so the balance limits the reversal. */
    async reverse(
      accountId: AccountId,
      transactionId: string,
      entry: Omit<Entry, 'claim'>,
    ): Promise<Posted | Refused | Insufficient | { outcome: 'not_found' } | { outcome: 'is_reversal' }> {
      const seq = seqOf(transactionId);
      const row = seq === null ? null : await reads.row(accountId, seq);
      if (row?.id !== transactionId) return { outcome: 'not_found' };
      if (row.type === 'reversal') return { outcome: 'is_reversal' };
      const claim = claims.reversal(row.id);
      return await post(accountId, {
        ...entry,
        claim,
        type: 'reversal',
        amount: -row.amount,
        reverses: row.id,
      });
    },
  };
}

export type GrantOutcome =
  | { outcome: 'granted'; transaction: CreditTransaction }
  | Refused
  | { outcome: 'already'; source: string | undefined; amount: number }
  | { outcome: 'failed'; error: Error };

const alreadyGranted = ({ source, amount = 0 }: ExistingGrant): GrantOutcome => ({
  outcome: 'already',
  source,
  amount,
});
