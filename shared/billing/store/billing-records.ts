import { keyOf } from '#shared/billing/items.ts';
import { isLive, type KnownSubscription } from '#shared/billing/rules/billing.ts';
import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type BillingEvent = {
  id: string;
  type: string;
  created: number | null;
  outcome: BillingOutcome;
  /** An unsettled event is processed again when the processor repeats it. */
  isSettled: boolean;
  userId: AccountId | null;
  /** The time is ISO 8601 UTC. */
  receivedAt: string;
};
export type BillingAccount = { version: number; subscriptions: readonly KnownSubscription[] };

type EventItem = Item & BillingEvent;
type CustomerItem = Item & { userId: AccountId };
type AccountItem = Item & BillingAccount;

export const billingRecordsIn = (table: Table, { now }: { now: () => number }) => ({
  event: (id: string): Promise<BillingEvent | null> => table.get<EventItem>(keyOf.billingEvent(id), { consistent: true }),

  async userOf(customerId: string): Promise<number | null> {
    const link = await table.get<CustomerItem>(keyOf.billingCustomer(customerId), { consistent: true });
    return link?.userId ?? null;
  },

  async account(accountId: AccountId): Promise<BillingAccount> {
    const item = await table.get<AccountItem>(keyOf.billingAccount(accountId), { consistent: true });
    return item ?? { version: 0, subscriptions: [] };
  },

  async hasLiveSubscription(accountId: AccountId): Promise<boolean> {
    return (await this.account(accountId)).subscriptions.some(isLive);
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

  customerPart: (customerId: string, accountId: AccountId, before = accountId): Part => ({
    put: { ...keyOf.billingCustomer(customerId), kind: 'billing_customer', userId: accountId },
    condition: 'attribute_not_exists(pk) OR userId IN (:userId, :before)',
    values: { ':userId': accountId, ':before': before },
  }),

  accountPart: (accountId: AccountId, account: BillingAccount, subscriptions: readonly KnownSubscription[]): Part => ({
    put: {
      ...keyOf.billingAccount(accountId),
      kind: 'billing_account',
      userId: accountId,
      version: account.version + 1,
      subscriptions,
    },
    ...(account.version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: 'version = :before', values: { ':before': account.version } }),
  }),

  unchangedPart: (accountId: AccountId, { version }: BillingAccount): Part => ({
    check: keyOf.billingAccount(accountId),
    ...(version === 0 ? { condition: 'attribute_not_exists(pk)' } : { condition: 'version = :before', values: { ':before': version } }),
  }),

  async transactOrConflict(parts: readonly Part[]): Promise<boolean> {
    return await tookEffect(table.transact(parts));
  },
});
