import { keyOf } from '#shared/conversions/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type OwnIngestLimit = { eventsPerSecond: number | null; burst: number | null };

export const ingestLimitsIn = (table: Table) => ({
  async byAccount(accountId: AccountId, { consistent = false } = {}): Promise<OwnIngestLimit> {
    const item = await table.get<Item & OwnIngestLimit>(keyOf.ingestLimits(accountId), { consistent });
    return { eventsPerSecond: item?.eventsPerSecond ?? null, burst: item?.burst ?? null };
  },

  setParts: (accountId: AccountId, { eventsPerSecond, burst }: OwnIngestLimit): Part[] =>
    table.named([{ put: { ...keyOf.ingestLimits(accountId), kind: 'ingest_limits', accountId, eventsPerSecond, burst } }]),
});
