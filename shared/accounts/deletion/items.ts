import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  deletion: (userId: number) => key('DELETIONS', `USER#${padded(userId, 16)}`),
  /** `epoch` is the account's `tokensValidAfter` after the recovery. */
  recovery: (userId: number, epoch: number) => key(`RECOVERY#${userId}`, `EPOCH#${padded(epoch, 16)}`),
};

export const items = {
  DELETIONS: { erasure: 'kept', recovery: 'bookkeeping' },
  RECOVERY: {
    erasure: 'pk',
    recovery: 'for_owner',
    retention: { account_recovery: { days: 90 } },
    records: ['recovery'],
  },
} as const satisfies ItemKinds;
