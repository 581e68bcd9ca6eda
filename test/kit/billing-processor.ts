import type { FunctionName } from '#functions/access.ts';
import type { Billing, BillingCustomer, BillingEventSent } from '#shared/billing/billing.ts';
import type { Subscription } from '#shared/billing/rules/billing.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { type outgoing, ProcessDied } from './outgoing.ts';

/** Tests configure and inspect this mock payment processor. */
export type Processor = {
  subscriptions: Map<string, Subscription>;
  customers: Map<string, BillingCustomer>;
  /** Keys are event IDs. */
  events: Map<string, BillingEventSent>;
  /** Keys are idempotency keys. */
  pauses: { id: string; key: string }[];
  failing?: VendorFailure | undefined;
  /** A pause returns the unchanged subscription. */
  isDeaf?: boolean;
  meanwhile?: (() => Promise<unknown>) | undefined;
};

export const newProcessor = (): Processor => ({
  subscriptions: new Map(),
  customers: new Map(),
  events: new Map(),
  pauses: [],
});

export function billingBehind(
  processor: Processor,
  by: FunctionName,
  pass: ReturnType<typeof outgoing>['pass'],
): Billing {
  /** An injected fault appears as a vendor without a response. */
  const through = async <T>(operation: string, perform: () => T): Promise<T> => {
    try {
      const answer = await pass({ by, operation }, async () => {
        if (processor.failing) throw new VendorUnavailable('billing', processor.failing);
        return perform();
      });
      await processor.meanwhile?.();
      return answer;
    } catch (error) {
      if (error instanceof VendorUnavailable || error instanceof ProcessDied) throw error;
      throw new VendorUnavailable('billing', 'no_answer');
    }
  };
  return {
    subscription: (id) => through('GetSubscription', () => processor.subscriptions.get(id) ?? null),
    customer: (id) => through('GetCustomer', () => processor.customers.get(id) ?? null),
    event: (id) => through('GetEvent', () => processor.events.get(id) ?? null),
    pause: (id, key) =>
      through('PauseSubscription', () => {
        const subscription = processor.subscriptions.get(id);
        if (!subscription || processor.isDeaf) return subscription ?? null;
        const isRepeat = processor.pauses.some((pause) => pause.key === key);
        processor.pauses.push({ id, key });
        const paused = { ...subscription, isCollectionPaused: true };
        // A repeated call returns the first response and has no effect.
        if (!isRepeat) processor.subscriptions.set(id, paused);
        return paused;
      }),
  };
}
