import { type Delivery, makeDelivery } from './delivery.ts';
import {
  type Checkout,
  type ContentsViewed,
  checkoutStarted,
  contentsViewed,
  type ItemsAdded,
  itemsAdded,
  type Order,
  orderCreated,
  purchaseCompleted,
  readEvent,
  type SignUp,
  type Subscription,
  signUpCompleted,
  subscriptionStarted,
} from './events.ts';
import type { AdtrailOptions, CallOptions } from './options.ts';
import { doNothing } from './quiet.ts';
import { isComplete, settleEvents } from './results.ts';
import type { TrackEvent, Tracked, TrackResult } from './types.ts';

/** Sends conversions to adtrail from a server: in batches, with retries, each exactly once. */
export class Adtrail {
  readonly #options: AdtrailOptions;
  readonly #delivery: Delivery<TrackResult>;

  constructor(options: AdtrailOptions = {}) {
    this.#options = options;
    const { validateOnly } = options;
    this.#delivery = makeDelivery<TrackResult>({
      ...options,
      path: 'server-events',
      kind: 'events',
      bodyOf: (items) => `{"events":[${items}]${validateOnly ? ',"validate_only":true' : ''}}`,
      isComplete,
      settle: settleEvents,
    });
  }

  /** Sends an event in the fields of the API. */
  track(event: TrackEvent, options?: CallOptions): Tracked {
    return this.#send(() => event, options);
  }

  /** `order_created:<orderId>`. Send it when a payment is confirmed. */
  order(order: Order, options?: CallOptions): Tracked {
    return this.#send(() => orderCreated(order), options);
  }

  /** `purchase_completed:<orderId>`. */
  purchase(order: Order, options?: CallOptions): Tracked {
    return this.#send(() => purchaseCompleted(order), options);
  }

  /** `checkout_started:<checkoutId>`. */
  checkout(checkout: Checkout, options?: CallOptions): Tracked {
    return this.#send(() => checkoutStarted(checkout), options);
  }

  /** `items_added:<cartId>`, or `items_added:<cartId>:<itemId>`. */
  itemsAdded(items: ItemsAdded, options?: CallOptions): Tracked {
    return this.#send(() => itemsAdded(items), options);
  }

  /** `contents_viewed:<sessionId>:<contentId>`. */
  contentsViewed(contents: ContentsViewed, options?: CallOptions): Tracked {
    return this.#send(() => contentsViewed(contents), options);
  }

  /** `signup_completed:<userId>`. With a `click`, it links the user to the click for later events. */
  signUp(signUp: SignUp, options?: CallOptions): Tracked {
    return this.#send(() => signUpCompleted(signUp), options);
  }

  /** `subscription_started:<subscriptionId>`. */
  subscription(subscription: Subscription, options?: CallOptions): Tracked {
    return this.#send(() => subscriptionStarted(subscription), options);
  }

  /**
   * Validates an event and stores nothing. `would_match`, `would_duplicate` and `would_count` show the
   * effect.
   */
  validate(event: TrackEvent): Promise<TrackResult> {
    const overrides = { validateOnly: true, serverless: true, spool: undefined, onResult: undefined };
    return new Adtrail({ ...this.#options, ...overrides, onError: doNothing }).track(event);
  }

  /** The number of events without a result. */
  get pending(): number {
    return this.#delivery.undelivered();
  }

  /**
   * Sends what waits, also during a pause between retries, and resolves when each tracked event has its
   * result, or after `timeoutMs` (default: 2 minutes) with the number of undelivered events.
   */
  flush(options: { timeoutMs?: number | undefined } = {}): Promise<{ undelivered: number }> {
    return this.#delivery.flush(options);
  }

  /**
   * Accepts no more events, sends the rest, and resolves after `timeoutMs` at the latest. Undelivered events
   * remain in the spool; without a spool they fail with `NotDeliveredError`. Call it on SIGTERM.
   */
  close(options: { timeoutMs?: number | undefined } = {}): Promise<{ undelivered: number }> {
    return this.#delivery.close(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close().then(doNothing);
  }

  #send(make: () => TrackEvent, options?: CallOptions | null): Tracked {
    return this.#delivery.send(() => readEvent(make), options);
  }
}
