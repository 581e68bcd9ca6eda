import type { ItemKinds } from './item-kinds.ts';
import { key, padded } from './keys.ts';

export const keyOf = {
  migration: (name: string) => key('MIGRATION', name),
};

export const keyOfRestore = {
  head: () => key('RESTORE', 'HEAD'),
  file: (place: number) => key('RESTORE', `FILE#${padded(place, 8)}`),
};

export const items = {
  MIGRATION: { erasure: 'kept', recovery: 'bookkeeping' },
  RESTORE: { erasure: 'kept', recovery: 'bookkeeping' },
} as const satisfies ItemKinds;
