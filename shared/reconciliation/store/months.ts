import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/reconciliation/items.ts';
import type { MonthRef, ReconciledMonth } from '#shared/reconciliation/rules/months.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type ReconciledMonths = ReturnType<typeof reconciledMonthsIn>;
type MonthItem = Item & ReconciledMonth;

/** Months stay until the account is erased: there are twelve a year and environment. */
export const reconciledMonthsIn = (table: Table) => {
  const keyFor = ({ accountId, environment, month }: MonthRef) => keyOf.reconciliationMonth(accountId, environment, month);

  return {
    one: (of: MonthRef): Promise<ReconciledMonth | null> => table.get<MonthItem>(keyFor(of), { consistent: true }),

    async all(accountId: AccountId, environment: Environment): Promise<ReconciledMonth[]> {
      const { pk, sk } = keyOf.reconciliationMonth(accountId, environment, '');
      const range = [sk, afterPrefix(sk)] as const;
      return await Array.fromAsync(table.query<MonthItem>(pk, range, { consistent: true }));
    },

    /** Returns null if the month was changed since `before` was read. */
    async change(
      before: ReconciledMonth | null,
      after: Omit<ReconciledMonth, 'change'>,
      effects: readonly Effect[],
    ): Promise<ReconciledMonth | null> {
      const { accountId, environment, month, state, closed, reopened } = after;
      const changed: ReconciledMonth = {
        accountId,
        environment,
        month,
        state,
        closed,
        reopened,
        change: (before?.change ?? 0) + 1,
      };
      const item = { ...changed, ...keyFor(after), kind: 'reconciliation_month', ...withEffects(effects) };
      const writing = before
        ? table.put(item, '#change = :change', {
            names: { '#change': 'change' },
            values: { ':change': before.change },
          })
        : table.put(item, 'attribute_not_exists(pk)');
      return (await refusalOf(writing)) ? null : changed;
    },
  };
};
