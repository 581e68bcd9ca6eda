import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  /** The prefix `ACTIVITY` belongs to event counts. */
  accountActivity: (userId: number, at: string, id: string) => key(`ACCOUNTACTIVITY#${userId}`, `${at}#${id}`),
};

export const items = {
  ACCOUNTACTIVITY: {
    erasure: 'pk',
    recovery: 'for_owner',
    retention: { account_activity: { days: 400 } },
    eventualReads: ['Query'],
    records: ['activity'],
  },
} as const satisfies ItemKinds;
