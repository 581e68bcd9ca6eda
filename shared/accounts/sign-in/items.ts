import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  invalidation: (email: string) => key(`INVALIDATED#${email}`, 'INVALIDATED'),
  /** `tokenId` is the SHA-256 of a third party's token. */
  usedToken: (operation: string, tokenId: string) => key(`USED#${operation}#${tokenId}`, 'USED'),
  resetRequest: (requestId: string) => key(`RESETREQUEST#${requestId}`, 'REQUEST'),
};

export const items = {
  INVALIDATED: { erasure: 'attribute', recovery: 'of_address' },
  USED: { erasure: 'kept', recovery: 'bookkeeping', retention: { used_token: { days: 1 } } },
  RESETREQUEST: { erasure: 'kept', recovery: 'of_address', retention: { reset_request: { days: 1 } } },
} as const satisfies ItemKinds;
