import type { Preview } from '#shared/reconciliation/rules/repairs.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { Named } from './parts.ts';

export type Previews = ReturnType<typeof previewsIn>;
type Scope = Pick<Named, 'accountId' | 'environment'>;

/** An item names the newest repair of an account, so that older previews are stale. */
export const previewsIn = (table: Table) => {
  const keyFor = ({ accountId, environment, id }: Omit<Named, 'createdAt'>, previewId: string) =>
    keyOf.reconciliationPart(accountId, environment, id, `PREVIEW#${previewId}`);
  return {
    /** The preview ID of the newest repair, or an empty text. */
    async newest({ accountId, environment }: Scope): Promise<string> {
      const key = keyOf.reconciliationRepair(accountId, environment);
      return (await table.get<Item & { repairId: string }>(key, { consistent: true }))?.repairId ?? '';
    },

    /** Makes a repair the newest, if `before` is the newest still. */
    newestPart: ({ accountId, environment }: Scope, repairId: string, before: string): Part => ({
      put: { ...keyOf.reconciliationRepair(accountId, environment), kind: 'reconciliation_repair', repairId },
      ...(before === ''
        ? { condition: 'attribute_not_exists(pk)' }
        : { condition: 'repairId = :before', values: { ':before': before } }),
    }),

    async put(of: Omit<Named, 'createdAt'>, preview: Preview): Promise<void> {
      const ttl = Math.ceil(Date.parse(preview.expiresAt) / 1000);
      await table.put({ ...preview, ...keyFor(of, preview.id), kind: 'reconciliation_preview', ttl });
    },

    byId: (of: Omit<Named, 'createdAt'>, previewId: string): Promise<Preview | null> =>
      table.get<Item & Preview>(keyFor(of, previewId), { consistent: true }),
  };
};
