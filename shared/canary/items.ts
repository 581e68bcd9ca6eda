import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  canaryWalk: (startedAt: string, id: string) => key('CANARY', `${startedAt}#${id}`),
  canaryLog: (startedAt: string, id: string) => key('CANARYLOG', `${startedAt}#${id}`),
};

export const items = {
  CANARY: { erasure: 'kept', recovery: 'bookkeeping', eventualReads: ['Query'] },
  CANARYLOG: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { canary_log: { days: 2 } },
    eventualReads: ['Query'],
  },
} as const satisfies ItemKinds;
