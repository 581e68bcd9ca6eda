import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  adPage: (handle: string) => key(`ADPAGE#${handle}`, 'PAGE'),
  adsOfPage: (handle: string, country: string, status: string) => key(`ADPAGE#${handle}`, `ADS#${country}#${status}`),
  adMedia: (handle: string) => key(`ADPAGE#${handle}`, 'MEDIA'),
  ownPage: (userId: number) => key(`OWNPAGE#${userId}`, 'PAGE'),
};

export const items = {
  ADPAGE: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { page_ads: { days: 30 } },
    eventualReads: ['BatchGetItem ADS', 'BatchGetItem MEDIA', 'BatchGetItem PAGE'],
    forms: { ads: 1 },
  },
  OWNPAGE: { erasure: 'pk', recovery: 'for_owner', records: ['own_page'] },
} as const satisfies ItemKinds;
