import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  user: (userId: number) => key(`USER#${userId}`, 'USER'),
  emailClaim: (email: string) => key(`EMAIL#${email}`, 'EMAIL'),
  /** `digest` is the SHA-256 of issuer and subject. */
  identityClaim: (digest: string) => key(`IDENTITY#${digest}`, 'IDENTITY'),
  managedClient: (managerUserId: number, clientUserId: number) => key(`MANAGER#${managerUserId}`, `CLIENT#${padded(clientUserId, 16)}`),
};

export const items = {
  USER: {
    erasure: 'kept',
    recovery: 'ended_by_the_recovery',
    retention: { canary: { days: 3 } },
    records: ['profile'],
  },
  EMAIL: { erasure: 'attribute', recovery: 'of_address', retention: { claim: { days: 3 } } },
  IDENTITY: { erasure: 'attribute', recovery: 'of_address' },
  MANAGER: { erasure: 'pk', recovery: 'by_operators', records: ['managed_client'] },
} as const satisfies ItemKinds;
