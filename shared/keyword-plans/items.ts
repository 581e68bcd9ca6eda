import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  keywordPlan: (userId: number, version: number) => key(`KEYWORDPLANS#${userId}`, `PLAN#${padded(version, 8)}`),
};

export const items = {
  KEYWORDPLANS: {
    erasure: 'pk',
    recovery: 'for_owner',
    eventualReads: ['GetItem PLAN'],
    records: ['keyword_plan'],
  },
} as const satisfies ItemKinds;
