import { type CreditTransaction, dayOfClaim } from '#shared/credits/rules/credits.ts';
import { creditReadsIn } from '#shared/credits/store/credit-reads.ts';
import type { DailyRows } from '#shared/credits/store/daily-rows.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Migration } from './migration.ts';

const pageRows = 100;

/** Without this migration, every balance's next grant costs six write units. */
export const balancesWithDay: Migration = {
  name: 'balances-with-day',
  about: 'Notes in each balance its latest day of daily credits, so that the next grant is one write (decision 0012).',
  table: 'accounts',
  kind: 'credit_balance',
  oldItems:
    async () =>
    ({ daily }) =>
      daily === undefined,
  async change({ pk, sk, userId, seq, balance }, table) {
    const { page } = creditReadsIn(table);
    let latest: CreditTransaction | undefined;
    for (let before: number | null = Number(seq) + 1; before !== null && !latest; ) {
      const { transactions, next } = await page(Number(userId), { limit: pageRows, before });
      latest = transactions.find(({ key }) => dayOfClaim(key) !== null);
      before = next;
    }
    const daily: DailyRows = {
      day: latest ? (dayOfClaim(latest.key) as string) : '',
      place: latest?.seq ?? 0,
      seq: Number(seq),
      balanceAfter: Number(balance),
      rows: [],
    };
    const isChanged = await tookEffect(
      table.update({
        key: { pk, sk },
        update: 'SET daily = :daily',
        condition: 'seq = :seq AND attribute_not_exists(daily)',
        values: { ':daily': JSON.stringify(daily), ':seq': seq },
      }),
    );
    return isChanged ? 'changed' : 'overtaken';
  },
};
