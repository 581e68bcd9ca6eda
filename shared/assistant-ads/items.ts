import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  assistantAds: (userId: number) => key('ASSISTANTADS', `USER#${padded(userId, 16)}`),
  adDay: (userId: number, accountId: string, day: string, part: number) =>
    key(`ADDAYS#${userId}#${accountId}`, `DAY#${day}#${padded(part, 4)}`),
  assistantReport: (userId: number, accountId: string, day: string) => key(`ASSISTANTREPORTS#${userId}`, `${day}#${accountId}`),
  assistantRun: (run: string) => key(`ASSISTANTRUN#${run}`, 'RUN'),
};

export const items = {
  ASSISTANTADS: { erasure: 'sk', recovery: 'by_operators', eventualReads: ['Query'] },
  ADDAYS: { erasure: 'pk', recovery: 'for_owner', retention: { ad_day: { days: 400 } } },
  ASSISTANTREPORTS: {
    erasure: 'pk',
    recovery: 'for_owner',
    eventualReads: ['Query'],
    records: ['assistant_report'],
  },
  ASSISTANTRUN: { erasure: 'kept', recovery: 'bookkeeping', retention: { assistant_run: { days: 30 } } },
} as const satisfies ItemKinds;
