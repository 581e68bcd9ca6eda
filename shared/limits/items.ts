import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  rateLimit: (name: string, caller: string) => key(`LIMIT#${name}#${caller}`, 'LIMIT'),
  pace: (name: string) => key(`PACE#${name}`, 'PACE'),
};

export const items = {
  LIMIT: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { rate_limit: [{ seconds: 60 }, { seconds: 900 }, { seconds: 3600 }, { days: 1 }] },
    eventualReads: ['GetItem LIMIT'],
  },
  PACE: { erasure: 'kept', recovery: 'bookkeeping' },
} as const satisfies ItemKinds;
