import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  code: (purpose: string, address: string) => key(`CODE#${purpose}#${address}`, 'CODE'),
};

export const items = {
  CODE: { erasure: 'kept', recovery: 'of_address', retention: { code: { days: 2 } } },
} as const satisfies ItemKinds;
