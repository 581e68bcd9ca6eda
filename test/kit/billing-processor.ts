import type { FunctionName } from '#functions/access.ts';
import type { Billing, BillingCustomer, BillingEventSent } from '#shared/billing/billing.ts';
import type { Subscription } from '#shared/billing/rules/billing.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { type outgoing, ProcessDied } from './outgoing.ts';

export type Processor = {
  subscriptions: Map<string, Subscription>;
  customers: Map<string, BillingCustomer>;
  events: Map<string, BillingEventSent>;
  pauses: { id: string; key: string }[];
  failing?: VendorFailure | undefined;
  isDeaf?: boolean;
  meanwhile?: (() => Promise<unknown>) | undefined;
};

export const newProcessor = (): Processor => ({
  subscriptions: new Map(),
  customers: new Map(),
  events: new Map(),
  pauses: [],
});

export function billingBehind(processor: Processor, by: FunctionName, pass: ReturnType<typeof outgoing>['pass']): Billing {
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
        if (!isRepeat) processor.subscriptions.set(id, paused);
        return paused;
      }),
  };
}
