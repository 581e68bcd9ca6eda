import type { CreditTransaction, LedgerAudit } from '#shared/credits/rules/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

/** `seq` is the place of the newest row. */
export type Balance = { balance: number; seq: number };
export type BalanceItem = Item & Balance & { userId: number };
export type RowItem = Item & CreditTransaction;
/** Leads to the row that holds the claim; tells that row's amount where a task wrote it. */
export type ClaimItem = Item & { userId: number; seq: number; source?: string; amount?: number };

export const emptyBalance: Balance = { balance: 0, seq: 0 };

export type CreditPage = { balance: number; transactions: CreditTransaction[]; next: number | null };

/** What is read of ledgers, by strongly consistent reads. */
export const creditReadsIn = (table: Table) => {
  const balance = async (userId: number): Promise<Balance> =>
    (await table.get<BalanceItem>(keyOf.credits(userId), { consistent: true })) ?? emptyBalance;

  return {
    balance,

    /** Balances of many users; nothing for users that never had credits. 100 users a call. */
    async balances(userIds: readonly number[]): Promise<Map<number, Balance>> {
      const keys = [...new Set(userIds)].map(keyOf.credits);
      const items = await table.getMany<BalanceItem>(keys, { consistent: true });
      return new Map(items.map((item) => [item.userId, item]));
    },

    /** Those of these claims that are held. 100 a call. */
    async claimed(keys: readonly string[]): Promise<Map<string, ClaimItem>> {
      const claims = new Map(keys.map((claim) => [keyOf.creditClaim(claim).pk, claim]));
      const items = await table.getMany<ClaimItem>([...claims.values()].map(keyOf.creditClaim), {
        consistent: true,
      });
      return new Map(items.map((item) => [claims.get(item.pk) ?? '', item]));
    },

    /** One row, by its place. */
    async row(userId: number, seq: number): Promise<CreditTransaction | null> {
      const item = await table.get<RowItem>(keyOf.creditRow(userId, seq), { consistent: true });
      return item && transactionOf(item);
    },

    /** The row that holds a claim, whosever it is. Two reads. */
    async byClaim(claim: string): Promise<CreditTransaction | null> {
      const item = await table.get<ClaimItem>(keyOf.creditClaim(claim), { consistent: true });
      return item && this.row(item.userId, item.seq);
    },

    /**
     * At most `limit` rows before the place `before`, newest first, and the place to go on from. The first page costs
     * one query: its balance is that of its newest row, so that both tell of one moment.
     */
    async page(
      userId: number,
      { limit, before }: { limit: number; before?: number | undefined },
    ): Promise<CreditPage> {
      const { pk, sk } = keyOf.creditRow(userId, before ?? 0);
      const place = before === undefined ? undefined : sk;
      const [{ items }, later] = await Promise.all([
        table.last<Item>(pk, { before: place, limit, consistent: true }),
        before === undefined ? null : balance(userId),
      ]);
      // After the first row comes the balance.
      const transactions = items.filter(({ kind }) => kind === 'credit_row').map(rowOf);
      const last = transactions.at(-1);
      return {
        balance: later?.balance ?? transactions[0]?.balanceAfter ?? 0,
        transactions,
        next: last && last.seq > 1 ? last.seq : null,
      };
    },

    /** Adds a whole ledger up. Rows that are written meanwhile change nothing: only those up to the balance read are counted. */
    async audit(userId: number): Promise<LedgerAudit> {
      let kept = emptyBalance;
      let [sum, rows, isEqual] = [0, 0, true];
      let last: CreditTransaction | null = null;
      const { pk, sk } = keyOf.credits(userId);
      for await (const item of table.query<Item>(pk, [sk, afterPrefix('TX#')], { consistent: true })) {
        if (item.kind === 'credit_balance') kept = item as BalanceItem;
        else {
          const row = rowOf(item);
          if (row.seq > kept.seq) break;
          rows += 1;
          sum += row.amount;
          isEqual &&= row.seq === rows && row.balanceAfter === sum;
          last = row;
        }
      }
      return {
        balance: kept.balance,
        sum,
        rows,
        isEqual: isEqual && sum === kept.balance && rows === kept.seq,
        last,
      };
    },
  };
};

const rowOf = (item: Item) => transactionOf(item as RowItem);

const transactionOf = ({ pk: _, sk: __, kind: ___, ...transaction }: RowItem): CreditTransaction =>
  transaction;
