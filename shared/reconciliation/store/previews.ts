import { keyOf } from '#shared/reconciliation/items.ts';
import type { Preview, RepairName } from '#shared/reconciliation/rules/repairs.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { ReconciliationRef } from './parts.ts';

export type Previews = ReturnType<typeof previewsIn>;
type Scope = Pick<ReconciliationRef, 'accountId' | 'environment'>;
export type NewestRepair = { repairId: string; reconciliationId: string; repair: RepairName };

/** A preview older than the account's newest repair is stale. */
export const previewsIn = (table: Table) => {
  const keyFor = ({ accountId, environment, id }: Omit<ReconciliationRef, 'createdAt'>, previewId: string) =>
    keyOf.reconciliationPart(accountId, environment, id, `PREVIEW#${previewId}`);
  return {
    newest: ({ accountId, environment }: Scope): Promise<NewestRepair | null> =>
      table.get<Item & NewestRepair>(keyOf.reconciliationRepair(accountId, environment), {
        consistent: true,
      }),

    newestPart: ({ accountId, environment }: Scope, repair: NewestRepair, before: string): Part => ({
      put: {
        ...keyOf.reconciliationRepair(accountId, environment),
        kind: 'reconciliation_repair',
        ...repair,
      },
      ...(before === '' ? { condition: 'attribute_not_exists(pk)' } : { condition: 'repairId = :before', values: { ':before': before } }),
    }),

    async put(of: Omit<ReconciliationRef, 'createdAt'>, preview: Preview): Promise<void> {
      const ttl = Math.ceil(Date.parse(preview.expiresAt) / 1000);
      await table.put({ ...preview, ...keyFor(of, preview.id), kind: 'reconciliation_preview', ttl });
    },

    byId: (of: Omit<ReconciliationRef, 'createdAt'>, previewId: string): Promise<Preview | null> =>
      table.get<Item & Preview>(keyFor(of, previewId), { consistent: true }),
  };
};
