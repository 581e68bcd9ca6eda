import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  latestBackup: () => key('BACKUP', 'LATEST'),
};

export const keyOfPruned = (rows: string) => ({ pk: 'PRUNED', sk: rows });

export const items = {
  BACKUP: { erasure: 'kept', recovery: 'bookkeeping' },
  PRUNED: { erasure: 'kept', recovery: 'bookkeeping' },
} as const satisfies ItemKinds;
