import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  receipt: (effectId: string) => key(`EFFECT#${effectId}`, 'RECEIPT'),
  /** `digest` is the SHA-256 of the effect's text. One query reads all effects. */
  deadEffect: (digest: string) => key('DEADEFFECTS', digest),
};

export const items = {
  EFFECT: { erasure: 'kept', recovery: 'bookkeeping', retention: { EFFECT: { days: 30 } } },
  DEADEFFECTS: { erasure: 'kept', recovery: 'bookkeeping', eventualReads: ['Query'] },
} as const satisfies ItemKinds;
