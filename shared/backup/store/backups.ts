import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

export type Backups = ReturnType<typeof backupsIn>;

/** Which backup was completed last. */
export const backupsIn = (table: Table, { now }: { now: () => number }) => ({
  async latest(): Promise<{ backupId: string; completedAt: string } | null> {
    return await table.get<Item & { backupId: string; completedAt: string }>(keyOf.latestBackup(), {
      consistent: true,
    });
  },

  async completed(backupId: string): Promise<void> {
    const completedAt = new Date(now()).toISOString();
    await table.put({ ...keyOf.latestBackup(), kind: 'latest_backup', backupId, completedAt });
  },
});
