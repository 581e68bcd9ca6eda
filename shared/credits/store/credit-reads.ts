import { keyOf } from '#shared/credits/items.ts';
import { type CreditTransaction, dayOfClaim, type LedgerAudit } from '#shared/credits/rules/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { type DailyRows, dailyRowsOf, expanded, ledgerRowsOf } from './daily-rows.ts';

export type Balance = { balance: number; seq: number; daily?: DailyRows | undefined };
type BalanceItem = Item & { balance: number; seq: number; userId: AccountId };
export type ClaimItem = Item & { userId: AccountId; seq: number; source?: string; amount?: number };
export type ExistingGrant = Partial<Pick<CreditTransaction, 'source' | 'amount'>>;

export const emptyBalance: Balance = { balance: 0, seq: 0 };

export type CreditPage = { balance: number; transactions: CreditTransaction[]; next: number | null };

const balanceOf = (item: BalanceItem): Balance => ({
  balance: item.balance,
  seq: item.seq,
  daily: dailyRowsOf(item),
});

export const creditReadsIn = (table: Table) => {
  async function balance(accountId: AccountId): Promise<Balance> {
    const item = await table.get<BalanceItem>(keyOf.credits(accountId), { consistent: true });
    return item ? balanceOf(item) : emptyBalance;
  }

  /** A call reads 100 users. */
  async function balances(userIds: readonly number[], { consistent = true } = {}): Promise<Map<number, Balance>> {
    const keys = [...new Set(userIds)].map(keyOf.credits);
    const items = await table.getMany<BalanceItem>(keys, { consistent });
    return new Map(items.map((item) => [item.userId, balanceOf(item)]));
  }

  async function rowsBefore(accountId: AccountId, before: number, limit: number, { daily }: Balance): Promise<CreditTransaction[]> {
    const { pk, sk } = keyOf.creditRow(accountId, before);
    const { items } = await table.last<Item>(pk, { before: sk, limit, consistent: true });
    // Credit rows that move after the balance was read could appear twice.
    const rows = [...(daily ? expanded(accountId, daily) : []), ...items.filter(isRow).flatMap(ledgerRowsOf)];
    const bySeq = new Map(rows.filter(({ seq }) => seq < before).map((row) => [row.seq, row]));
    return [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, limit);
  }

  async function row(accountId: AccountId, seq: number): Promise<CreditTransaction | null> {
    const item = await table.get(keyOf.creditRow(accountId, seq), { consistent: true });
    if (item?.kind === 'credit_row') return ledgerRowsOf(item)[0] ?? null;
    const rows = await rowsBefore(accountId, seq + 1, 1, await balance(accountId));
    return rows.find((row) => row.seq === seq) ?? null;
  }

  async function byClaim(claim: string): Promise<CreditTransaction | null> {
    const item = await table.get<ClaimItem>(keyOf.creditClaim(claim), { consistent: true });
    return item && (await row(item.userId, item.seq));
  }

  async function dailyRowOf(accountId: AccountId, day: string, of: Balance): Promise<CreditTransaction | null> {
    const { daily } = of;
    if (!daily || day > daily.day) return null;
    if (day === daily.day) return expanded(accountId, daily).find(({ seq }) => seq === daily.place) ?? (await row(accountId, daily.place));
    const isEarlier = ({ createdAt }: CreditTransaction) => createdAt < dayAfter(day, -1);
    for (let before = of.seq + 1; before > 1; ) {
      const rows = await rowsBefore(accountId, before, 50, of);
      const row = rows.find(({ key }) => dayOfClaim(key) === day);
      const last = rows.at(-1);
      if (row || !last || isEarlier(last)) return row ?? null;
      before = last.seq;
    }
    return null;
  }

  return {
    balance,
    balances,
    row,
    byClaim,
    dailyRowOf,

    /** A call reads 100 claims. */
    async claimed(grants: readonly { userId: AccountId; claim: string }[]): Promise<Map<string, ExistingGrant>> {
      const knownBalances = await balances(grants.filter(isDaily).map(({ userId }) => userId));
      const byItem = grants.filter((grant) => !isDaily(grant) || !knownBalances.get(grant.userId)?.daily);
      const claims = new Map(byItem.map(({ claim }) => [keyOf.creditClaim(claim).pk, claim]));
      const items = await table.getMany<ClaimItem>([...claims.values()].map(keyOf.creditClaim), {
        consistent: true,
      });
      const existingClaims = new Map<string, ExistingGrant>(items.map((item) => [claims.get(item.pk) ?? '', item]));
      for (const { userId, claim } of grants.filter(isDaily)) {
        const of = knownBalances.get(userId);
        const row = of && (await dailyRowOf(userId, dayOfClaim(claim) ?? '', of));
        if (row) existingClaims.set(claim, row);
      }
      return existingClaims;
    },

    async page(accountId: AccountId, { limit, before }: { limit: number; before?: number | undefined }): Promise<CreditPage> {
      const of = await balance(accountId);
      if (of.seq === 0) return { balance: 0, transactions: [], next: null };
      const transactions = await rowsBefore(accountId, Math.min(before ?? Infinity, of.seq + 1), limit, of);
      const last = transactions.at(-1);
      return { balance: of.balance, transactions, next: last && last.seq > 1 ? last.seq : null };
    },

    async audit(accountId: AccountId): Promise<LedgerAudit> {
      const { pk, sk } = keyOf.credits(accountId);
      let storedBalance = emptyBalance;
      let [sum, rows, isEqual] = [0, 0, true];
      let last: CreditTransaction | null = null;
      const count = (row: CreditTransaction) => {
        rows += 1;
        sum += row.amount;
        isEqual &&= row.seq === rows && row.balanceAfter === sum;
        last = row;
      };
      let balanceRows: CreditTransaction[] = [];
      for await (const item of table.query<Item>(pk, [sk, afterPrefix('TX#')], { consistent: true })) {
        if (item.kind === 'credit_balance') {
          storedBalance = balanceOf(item as BalanceItem);
          balanceRows = ledgerRowsOf(item).reverse();
        } else
          for (const row of ledgerRowsOf(item).reverse()) {
            while (balanceRows[0] && balanceRows[0].seq < row.seq) count(balanceRows.shift() as CreditTransaction);
            if (balanceRows[0]?.seq === row.seq) balanceRows.shift();
            if (row.seq <= storedBalance.seq) count(row);
          }
      }
      balanceRows.forEach(count);
      return {
        balance: storedBalance.balance,
        sum,
        rows,
        isEqual: isEqual && sum === storedBalance.balance && rows === storedBalance.seq,
        last,
      };
    },
  };
};

const isRow = ({ kind }: Item) => kind !== 'credit_balance';
const isDaily = ({ claim }: { claim: string }) => dayOfClaim(claim) !== null;
