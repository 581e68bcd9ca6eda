import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  receivedWebhook: (at: string, id: string) => key('RECEIVEDWEBHOOKS', `${at}#${id}`),
  devUser: (devUserId: number) => key(`DEVUSER#${devUserId}`, 'DEVUSER'),
  listedDevUser: (devUserId: number) => key('DEVUSERS', `DEVUSER#${padded(devUserId, 16)}`),
  devEmailClaim: (email: string) => key(`DEVEMAIL#${email}`, 'EMAIL'),
  auditEntry: (userId: number | null, at: string, id: string) => key(userId === null ? 'AUDIT' : `AUDIT#${userId}`, `${at}#${id}`),
};

export const items = {
  RECEIVEDWEBHOOKS: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { received_webhook: { days: 90 } },
    eventualReads: ['Query'],
  },
  DEVUSER: { erasure: 'kept', recovery: 'by_operators' },
  DEVUSERS: { erasure: 'kept', recovery: 'by_operators' },
  DEVEMAIL: { erasure: 'kept', recovery: 'by_operators' },
  AUDIT: { erasure: 'kept', recovery: 'by_operators', eventualReads: ['Query'] },
} as const satisfies ItemKinds;
