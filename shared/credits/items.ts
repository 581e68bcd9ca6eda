import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  credits: (userId: number) => key(`CREDITS#${userId}`, 'BALANCE'),
  /** A single query reads the balance and then its rows. */
  creditRow: (userId: number, seq: number) => key(`CREDITS#${userId}`, `TX#${padded(seq, 12)}`),
  creditClaim: (claim: string) => key(`CLAIM#${claim}`, 'CLAIM'),
  partnerMonthOfUser: (month: string, userId: number) => key(`PARTNER#${month}#USER#${userId}`, 'MONTH'),
  partnerMonthOfLicence: (month: string, licenceKey: string) => key(`PARTNER#${month}#LICENCE#${licenceKey}`, 'MONTH'),
  renewal: (userId: number, day: string) => key(`RENEWAL#${userId}`, day),
};

export const items = {
  CREDITS: {
    erasure: 'ledger',
    recovery: 'for_owner',
    eventualReads: ['BatchGetItem BALANCE'],
    records: ['credits'],
  },
  CLAIM: { erasure: 'kept', recovery: 'bookkeeping' },
  PARTNER: { erasure: 'kept', recovery: 'bookkeeping' },
  RENEWAL: { erasure: 'pk', recovery: 'for_owner', eventualReads: ['Query'] },
} as const satisfies ItemKinds;
