import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  addressFlag: (email: string, ipNetwork: string) => key(`WAITLISTFLAG#${email}`, `NETWORK#${ipNetwork}`),
  registrationNetwork: (userId: number) => key(`WAITLISTFLAG#${userId}`, 'REGISTRATION'),
  accountFlag: (userId: number, textDigest: string) => key(`WAITLISTFLAG#${userId}`, `TEXT#${textDigest}`),
  waitlisted: (userId: number) => key('WAITLIST', `USER#${padded(userId, 16)}`),
};

export const items = {
  WAITLISTFLAG: {
    erasure: 'pk',
    recovery: 'of_address',
    retention: { address_flag: { days: 1 }, registration_network: { days: 1 } },
  },
  WAITLIST: { erasure: 'sk', recovery: 'of_address', eventualReads: ['Query'] },
} as const satisfies ItemKinds;
