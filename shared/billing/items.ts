import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  billingEvent: (eventId: string) => key(`BILLINGEVENT#${eventId}`, 'EVENT'),
  billingCustomer: (customerId: string) => key(`CUSTOMER#${customerId}`, 'CUSTOMER'),
  billingAccount: (userId: number) => key(`BILLING#${userId}`, 'BILLING'),
};

export const items = {
  BILLINGEVENT: { erasure: 'kept', recovery: 'bookkeeping' },
  CUSTOMER: { erasure: 'attribute', recovery: 'of_address' },
  BILLING: { erasure: 'pk', recovery: 'of_address' },
} as const satisfies ItemKinds;
