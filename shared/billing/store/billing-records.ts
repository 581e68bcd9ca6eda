import { isLive, type KnownSubscription } from '#shared/billing/rules/billing.ts';
import type { BillingOutcome } from '#shared/billing/rules/billing-outcomes.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';

/** The outcome of an event of the processor. */
export type BillingEvent = {
  id: string;
  type: string;
  /** The event's creation in the processor's epoch seconds. */
  created: number | null;
  outcome: BillingOutcome;
  /** A settled event has no further effect. Any other event is processed again when it is sent again. */
  isSettled: boolean;
  userId: number | null;
  /** ISO 8601 in UTC. */
  receivedAt: string;
};
/** The state of a user's subscriptions. `version` grows with every write. */
export type BillingAccount = { version: number; subscriptions: readonly KnownSubscription[] };

type EventItem = Item & BillingEvent;
type CustomerItem = Item & { userId: number };
type AccountItem = Item & BillingAccount;

/**
 * Records of the payment processor: its events (permanent), the users of its customers, and users'
 * subscriptions.
 */
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

  /** The event as a step of the transaction with its effects. Fails if the event is already settled. */
  eventPart: (event: Omit<BillingEvent, 'receivedAt'>, effects: readonly Effect[] = []): Part => ({
    put: {
      ...keyOf.billingEvent(event.id),
      kind: 'billing_event',
      ...event,
      receivedAt: new Date(now()).toISOString(),
      ...(effects.length > 0 && { effects: JSON.stringify(effects) }),
    },
    condition: 'attribute_not_exists(pk) OR isSettled = :no',
    values: { ':no': false },
  }),

  /**
   * Assigns a customer to a user. Fails if it belongs to another user than `before`, whose account has ended.
   */
  customerPart: (customerId: string, userId: number, before = userId): Part => ({
    put: { ...keyOf.billingCustomer(customerId), kind: 'billing_customer', userId },
    condition: 'attribute_not_exists(pk) OR userId IN (:userId, :before)',
    values: { ':userId': userId, ':before': before },
  }),

  /** Writes a user's subscriptions. Fails if they changed since they were read. */
  accountPart: (userId: number, read: BillingAccount, subscriptions: readonly KnownSubscription[]): Part => ({
    put: {
      ...keyOf.billingAccount(userId),
      kind: 'billing_account',
      userId,
      version: read.version + 1,
      subscriptions,
    },
    ...(read.version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: 'version = :before', values: { ':before': read.version } }),
  }),

  /** Requires that a user's subscriptions are unchanged since they were read. */
  unchangedPart: (userId: number, { version }: BillingAccount): Part => ({
    check: keyOf.billingAccount(userId),
    ...(version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: 'version = :before', values: { ':before': version } }),
  }),

  /**
   * Runs steps as one transaction. Returns `false` if a condition failed, and then everything must be read
   * again.
   */
  async transactOrConflict(parts: readonly Part[]): Promise<boolean> {
    return await tookEffect(table.transact(parts));
  },
});
