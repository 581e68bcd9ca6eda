import { keyOf } from '#shared/accounts/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';

export type ManagedClients = ReturnType<typeof managedClientsIn>;

export type ManagedClient = { managerUserId: number; clientUserId: number; createdAt: string };

export const managedClientsIn = (table: Table, { now }: { now: () => number }) => ({
  /** The strongly consistent read ends a removed manager's access at once. */
  find: (managerUserId: number, clientUserId: number): Promise<ManagedClient | null> =>
    table.get<Item & ManagedClient>(keyOf.managedClient(managerUserId, clientUserId), { consistent: true }),

  async link(managerUserId: number, clientUserId: number, also: readonly Part[]): Promise<ManagedClient> {
    const link = { managerUserId, clientUserId, createdAt: new Date(now()).toISOString() };
    const put = { ...keyOf.managedClient(managerUserId, clientUserId), kind: 'managed_client', ...link };
    const refusal = await refusalOf(table.transact([{ put, condition: 'attribute_not_exists(pk)' }, ...also]));
    if (refusal && !refusal.item) throw refusal;
    return refusal ? (refusal.item as Item & ManagedClient) : link;
  },

  async unlink(managerUserId: number, clientUserId: number, also: readonly Part[]): Promise<boolean> {
    const remove = keyOf.managedClient(managerUserId, clientUserId);
    return await tookEffect(table.transact([{ remove, condition: 'attribute_exists(pk)' }, ...also]));
  },

  async list(managerUserId: number): Promise<ManagedClient[]> {
    const { pk } = keyOf.managedClient(managerUserId, 0);
    return await Array.fromAsync(table.query<Item & ManagedClient>(pk, ['CLIENT#', afterPrefix('CLIENT#')], { consistent: true }));
  },
});
