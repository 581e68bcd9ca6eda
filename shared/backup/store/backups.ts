import { keyOf } from '#shared/backup/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';

/** `exportedAt` is in epoch milliseconds. */
export type LatestBackup = {
  backupId: string;
  completedAt: string;
  exportedAt?: number;
  chain?: readonly string[];
};

export const backupsIn = (table: Table, { now }: { now: () => number }) => ({
  async latest(): Promise<LatestBackup | null> {
    return await table.get<Item & LatestBackup>(keyOf.latestBackup(), {
      consistent: true,
    });
  },

  async completed(backup: Omit<LatestBackup, 'completedAt'>): Promise<void> {
    const completedAt = new Date(now()).toISOString();
    await table.put({ ...keyOf.latestBackup(), kind: 'latest_backup', ...backup, completedAt });
  },

  /** The history of restored tables starts again, so a full backup follows. */
  async forgetChain(): Promise<void> {
    const latest = await this.latest();
    if (latest?.exportedAt !== undefined)
      await table.update({
        key: keyOf.latestBackup(),
        update: 'REMOVE exportedAt, #chain',
        names: { '#chain': 'chain' },
      });
  },
});
