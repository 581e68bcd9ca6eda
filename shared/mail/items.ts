import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  /** `digest` is the SHA-256 of an address that receives no mail. */
  suppressed: (digest: string) => key(`SUPPRESSED#${digest}`, 'SUPPRESSION'),
  loggedMail: (userId: number, id: string) => key(`MAILLOG#${userId}`, id),
  mailPreference: (userId: number) => key(`MAILPREF#${userId}`, 'PREFERENCE'),
  mailOnce: (userId: number, type: string) => key(`MAILONCE#${userId}`, type),
};

export const items = {
  SUPPRESSED: { erasure: 'kept', recovery: 'of_address', retention: { suppression: { days: 3 } } },
  MAILLOG: {
    erasure: 'pk',
    recovery: 'of_address',
    retention: { logged_mail: { days: 90 } },
    eventualReads: ['Query'],
    records: ['email'],
  },
  MAILPREF: { erasure: 'pk', recovery: 'of_address', records: ['email_preferences'] },
  MAILONCE: { erasure: 'pk', recovery: 'of_address', eventualReads: ['BatchGetItem'] },
} as const satisfies ItemKinds;
