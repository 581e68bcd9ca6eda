import { setTimeout as pause } from 'node:timers/promises';
import {
  type CreditTransaction,
  claims,
  type GrantType,
  newTransactionId,
  seqOf,
} from '#shared/domain/credits.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import { type Balance, type ClaimItem, creditReadsIn, emptyBalance } from './credit-reads.ts';
import { keyOf } from './keys.ts';
import { ConditionFailed, StoreUnavailable } from './store-errors.ts';
import type { Part, Table } from './table.ts';

export type Credits = ReturnType<typeof creditsIn>;

/** Writers that may come between a writer's look at a balance and its write. */
const mostTries = 60;
/** Transactions of one `grantMany` side by side. */
const grantsAtOnce = 16;

/** What every entry says of itself. `also`: further steps of its transaction, at most 97. */
type Entry = { reason: string; claim: string; actor: string; also?: readonly Part[] };
export type Grant = Entry & { type: GrantType; amount: number };
type Row = Entry & Pick<CreditTransaction, 'type' | 'amount' | 'reverses'>;

/** `already`: the claim is held, by this transaction; nothing was written. */
export type Posted = { outcome: 'granted' | 'already'; transaction: CreditTransaction };
/** `refused`: a condition of `also` failed, and nothing was written. */
type Refused = { outcome: 'refused' };
type Insufficient = { outcome: 'insufficient'; balance: number };

/**
 * Ledgers of credits. An entry is one read and one transaction of three items: a claim that is kept for ever, the row,
 * and the balance on the condition that it is the one read. A balance never goes below zero. Amounts are whole numbers.
 */
export function creditsIn(table: Table, { now }: { now: () => number }) {
  const reads = creditReadsIn(table);

  /** Adds a row to a ledger, once for its claim. `known` saves the first read. */
  async function post(
    userId: number,
    { also = [], claim, ...row }: Row,
    known?: Balance,
  ): Promise<Posted | Refused | Insufficient> {
    if (!Number.isSafeInteger(row.amount) || row.amount === 0)
      throw new RangeError('Credits are whole numbers other than 0.');
    let before = known;
    for (let tries = 1; ; tries++) {
      before ??= await reads.balance(userId);
      const balanceAfter = before.balance + row.amount;
      if (balanceAfter < 0) {
        // What was refused now may have been done before: its repeat is answered as such.
        const transaction = await reads.byClaim(claim);
        return transaction
          ? { outcome: 'already', transaction }
          : { outcome: 'insufficient', balance: before.balance };
      }
      const seq = before.seq + 1;
      const transaction: CreditTransaction = {
        id: newTransactionId(seq),
        userId,
        seq,
        ...row,
        balanceAfter,
        key: claim,
        createdAt: new Date(now()).toISOString(),
      };
      try {
        await table.transact([...partsOf(transaction), ...also]);
        return { outcome: 'granted', transaction };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.part === 0) return await held(error.item as ClaimItem);
        if (error.part > 2) return { outcome: 'refused' };
        if (tries === mostTries) throw new StoreUnavailable(error);
      }
      // Another writer was first: the next look is at its balance.
      before = undefined;
      await pause(Math.random() * Math.min(10 * 2 ** tries, 200));
    }
  }

  async function held({ userId, seq }: ClaimItem): Promise<Posted> {
    const transaction = await reads.row(userId, seq);
    if (!transaction) throw new Error('A claim on credits has lost its row.');
    return { outcome: 'already', transaction };
  }

  const granted = (outcome: Posted | Refused | Insufficient): Posted | Refused => {
    if (outcome.outcome === 'insufficient') throw new RangeError('A grant adds credits.');
    return outcome;
  };

  return {
    ...reads,

    /** Adds credits. */
    grant: async (userId: number, grant: Grant): Promise<Posted | Refused> =>
      granted(await post(userId, grant)),

    /**
     * Grants to many users: two reads for 100 of them, then a transaction for each whose claim is free. Tells each one's
     * outcome as it comes; one user's failure does not stop the others.
     */
    async grantMany(
      grants: readonly (Grant & { userId: number })[],
      told: (grant: Grant & { userId: number }, outcome: GrantOutcome) => void,
    ): Promise<void> {
      const [balances, held] = await Promise.all([
        reads.balances(grants.map(({ userId }) => userId)),
        reads.claimed(grants.map(({ claim }) => claim)),
      ]);
      await eachAtOnce(grants, grantsAtOnce, async (grant) => {
        if (held.has(grant.claim)) return told(grant, { outcome: 'already' });
        const { userId, ...row } = grant;
        try {
          told(grant, granted(await post(userId, row, balances.get(userId) ?? emptyBalance)));
        } catch (error) {
          told(grant, { outcome: 'failed', error: error as Error });
        }
      });
    },

    /** Takes credits that the balance covers. `amount` is above zero. */
    spend: async (
      userId: number,
      { amount, ...entry }: Entry & { amount: number },
    ): Promise<Posted | Refused | Insufficient> => {
      if (amount <= 0) throw new RangeError('Spending takes credits.');
      return await post(userId, { ...entry, type: 'usage', amount: -amount });
    },

    /**
     * Takes a row back, once, by a row of the opposite sign that names it. Not by more than is left: what was granted
     * and then used stays used, or the next grants would go unseen into a debt.
     */
    async reverse(
      userId: number,
      transactionId: string,
      entry: Omit<Entry, 'claim'>,
    ): Promise<Posted | Refused | Insufficient | { outcome: 'not_found' } | { outcome: 'is_reversal' }> {
      const seq = seqOf(transactionId);
      const row = seq === null ? null : await reads.row(userId, seq);
      if (row?.id !== transactionId) return { outcome: 'not_found' };
      if (row.type === 'reversal') return { outcome: 'is_reversal' };
      const claim = claims.reversal(row.id);
      return await post(userId, {
        ...entry,
        claim,
        type: 'reversal',
        amount: -row.amount,
        reverses: row.id,
      });
    },
  };
}

export type GrantOutcome = Posted | Refused | { outcome: 'already' } | { outcome: 'failed'; error: Error };

/** The claim first: what it says decides before anything else. */
function partsOf(transaction: CreditTransaction): Part[] {
  const { userId, seq, key, balanceAfter } = transaction;
  return [
    {
      put: { ...keyOf.creditClaim(key), kind: 'credit_claim', userId, seq },
      condition: 'attribute_not_exists(pk)',
    },
    {
      put: { ...keyOf.creditRow(userId, seq), kind: 'credit_row', ...transaction },
      condition: 'attribute_not_exists(pk)',
    },
    {
      key: keyOf.credits(userId),
      update: 'SET #kind = :kind, userId = :userId, balance = :balance, seq = :seq',
      condition: seq === 1 ? 'attribute_not_exists(seq)' : 'seq = :before',
      names: { '#kind': 'kind' },
      values: {
        ':kind': 'credit_balance',
        ':userId': userId,
        ':balance': balanceAfter,
        ':seq': seq,
        ...(seq > 1 && { ':before': seq - 1 }),
      },
    },
  ];
}
