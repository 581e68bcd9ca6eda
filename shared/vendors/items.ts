import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  vendorWait: (vendor: string) => key(`VENDORWAIT#${vendor}`, 'WAIT'),
};

export const items = {
  VENDORWAIT: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { vendor_wait: { seconds: 60 } },
    eventualReads: ['GetItem WAIT'],
  },
} as const satisfies ItemKinds;
