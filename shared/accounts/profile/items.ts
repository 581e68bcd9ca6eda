import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  descriptionFinding: (digest: string) => key(`DESCRIPTION#${digest}`, 'FINDING'),
};

export const items = {
  DESCRIPTION: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { description_finding: { days: 1 } },
    eventualReads: ['GetItem FINDING'],
  },
} as const satisfies ItemKinds;
