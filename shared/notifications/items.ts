import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  /** Days of nudges are in the user's time zone. */
  notification: (userId: number, thing: string) => key(`NOTIFY#${userId}`, thing),
  nudge: (userId: number, day: string) => key(`NOTIFY#${userId}`, `NUDGE#${day}`),
  nudgeOfDay: (userId: number, day: string) => key(`NOTIFY#${userId}`, `NUDGESENT#${day}`),
};

export const items = {
  NOTIFY: {
    erasure: 'pk',
    recovery: 'for_owner',
    retention: { notification: { days: 3 }, nudge: { days: 90 }, nudge_of_day: { days: 90 } },
    records: ['notification'],
  },
} as const satisfies ItemKinds;
