import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  competitor: (userId: number, domain: string) => key(`COMPETITORS#${userId}`, `DOMAIN#${domain}`),
  /** The version sorts after the competitors, so one query reads both. */
  competitorSet: (userId: number) => key(`COMPETITORS#${userId}`, 'SET'),
};

export const items = {
  COMPETITORS: { erasure: 'pk', recovery: 'for_owner', records: ['competitor'] },
} as const satisfies ItemKinds;
