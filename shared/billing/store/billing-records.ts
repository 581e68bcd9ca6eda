import { isLive, type KnownSubscription } from '#shared/billing/rules/billing.ts';
import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';

export type BillingEvent = {
  id: string;
  type: string;
  created: number | null;
  outcome: BillingOutcome;
  /** An unsettled event is processed again when the processor repeats it. */
  isSettled: boolean;
  userId: number | null;
  /** The time is ISO 8601 UTC. */
  receivedAt: string;
};
export type BillingAccount = { version: number; subscriptions: readonly KnownSubscription[] };

type EventItem = Item & BillingEvent;
type CustomerItem = Item & { userId: number };
type AccountItem = Item & BillingAccount;

export const billingRecordsIn = (table: Table, { now }: { now: () => number }) => ({
  event: (id: string): Promise<BillingEvent | null> =>
    table.get<EventItem>(keyOf.billingEvent(id), { consistent: true }),

  async userOf(customerId: string): Promise<number | null> {
    const link = await table.get<CustomerItem>(keyOf.billingCustomer(customerId), { consistent: true });
    return link?.userId ?? null;
  },

  async account(userId: number): Promise<BillingAccount> {
    const item = await table.get<AccountItem>(keyOf.billingAccount(userId), { consistent: true });
    return item ?? { version: 0, subscriptions: [] };
  },

  async hasLiveSubscription(userId: number): Promise<boolean> {
    return (await this.account(userId)).subscriptions.some(isLive);
  },

  eventPart: (event: Omit<BillingEvent, 'receivedAt'>, effects: readonly Effect[] = []): Part => ({
    put: {
      ...keyOf.billingEvent(event.id),
      kind: 'billing_event',
      ...event,
      receivedAt: new Date(now()).toISOString(),
      ...withEffects(effects),
    },
    condition: 'attribute_not_exists(pk) OR isSettled = :no',
    values: { ':no': false },
  }),

  customerPart: (customerId: string, userId: number, before = userId): Part => ({
    put: { ...keyOf.billingCustomer(customerId), kind: 'billing_customer', userId },
    condition: 'attribute_not_exists(pk) OR userId IN (:userId, :before)',
    values: { ':userId': userId, ':before': before },
  }),

  accountPart: (
    userId: number,
    account: BillingAccount,
    subscriptions: readonly KnownSubscription[],
  ): Part => ({
    put: {
      ...keyOf.billingAccount(userId),
      kind: 'billing_account',
      userId,
      version: account.version + 1,
      subscriptions,
    },
    ...(account.version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: 'version = :before', values: { ':before': account.version } }),
  }),

  unchangedPart: (userId: number, { version }: BillingAccount): Part => ({
    check: keyOf.billingAccount(userId),
    ...(version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: 'version = :before', values: { ':before': version } }),
  }),

  async transactOrConflict(parts: readonly Part[]): Promise<boolean> {
    return await tookEffect(table.transact(parts));
  },
});
