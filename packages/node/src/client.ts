import { AdtrailError, ClosedError, EventRefusedError, NotDeliveredError, QueueFullError } from './errors.ts';
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
import { type AdtrailOptions, type CallOptions, credentialsOf, logError } from './options.ts';
import { makeQueue } from './queue.ts';
import { doNothing, quietly, timerMs, within } from './quiet.ts';
import { mayFreeze, unref } from './runtime.ts';
import type { ConversionEvent, Spool, SpoolEntry, TrackEvent, Tracked, TrackResult } from './types.ts';
import { version } from './version.ts';

const recoverEveryMs = 15_000;
const unlimited = Number.POSITIVE_INFINITY;

/** Sends conversions to adtrail from a server: in batches, with retries, each exactly once. */
export class Adtrail {
  readonly #options: AdtrailOptions & { maxQueue: number; onError(error: AdtrailError): void };
  readonly #queue: ReturnType<typeof makeQueue>;
  readonly #spool: Spool | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  #recovering: Promise<void> = Promise.resolve();
  #recoverTimer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isEnded = false;
  #hasMore = false;
  #spooled = 0;

  constructor(options: AdtrailOptions = {}) {
    const { secretKey, baseUrl } = credentialsOf(options);
    const { maxQueue = 10_000, onError = logError, spool } = options;
    this.#options = { ...options, maxQueue, onError };
    const serverless = options.serverless ?? (spool ? false : mayFreeze());
    this.#queue = makeQueue({
      url: `${baseUrl}/api/v1/pixel/server-events`,
      secretKey,
      userAgent: `adtrail-node/${version}`,
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      timeoutMs: options.timeoutMs ?? (serverless ? 8000 : 30_000),
      validateOnly: options.validateOnly ?? false,
      batchSize: Math.min(Math.max(options.batchSize ?? 1000, 1), 1000),
      batchDelayMs: options.batchDelayMs ?? (serverless ? 0 : 20),
      paceMs: serverless || options.batchDelayMs !== undefined ? 0 : 100,
      concurrency: options.concurrency ?? (serverless ? unlimited : 4),
      retryForMs: spool ? unlimited : (options.retryForMs ?? (serverless ? 10_000 : 120_000)),
      isDurable: spool !== undefined,
      report: (error: AdtrailError) => this.#report(error),
    });
    this.#spool = spool;
    if (spool) {
      spool.open(`${secretKey.startsWith('sk_test_') ? 'test' : 'live'} ${baseUrl}`);
      this.#recover();
      this.#recoverTimer = setInterval(() => this.#recover(), recoverEveryMs);
      unref(this.#recoverTimer);
    }
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
    return this.#queue.size();
  }

  /** Resolves when each tracked event has its result. */
  async flush(): Promise<void> {
    // The timer keeps the process alive.
    const alive = setInterval(doNothing, 60_000);
    await this.#recovering;
    this.#queue.hurry();
    await Promise.all([...this.#pending]);
    this.#queue.relax();
    clearInterval(alive);
  }

  /**
   * Accepts no more events, sends the rest, and resolves after `timeoutMs` at the latest. Undelivered events
   * remain in the spool; without a spool they fail with `NotDeliveredError`. Call it on SIGTERM.
   */
  async close({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Promise<{ undelivered: number }> {
    this.#isClosed = true;
    clearInterval(this.#recoverTimer);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timerMs(timeoutMs));
    });
    await Promise.race([this.#drain(), timeout]);
    clearTimeout(timer);
    this.#isEnded = true;
    await this.#recovering;
    const undelivered = this.#queue.size();
    this.#queue.stop();
    try {
      await this.#spool?.close();
    } catch (cause) {
      this.#report(new AdtrailError('The spool cannot be closed.', { code: 'spool_failed', cause }));
    }
    return { undelivered };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close().then(doNothing);
  }

  async #drain(): Promise<void> {
    do {
      await this.flush();
      if (this.#hasMore) this.#recover();
    } while (this.#hasMore && !this.#isEnded);
  }

  #send(make: () => TrackEvent, options?: CallOptions | null): Tracked {
    const { waitUntil = this.#options.waitUntil, ...limit } = options ?? {};
    let result: Promise<TrackResult> | undefined;
    let tracked: ConversionEvent | undefined;
    const take = async () => {
      const { event, json } = readEvent(make);
      tracked = event;
      const { maxQueue } = this.#options;
      if (this.#isClosed) throw new ClosedError('The client is closed.', { code: 'closed', event });
      if (this.#queue.size() >= maxQueue)
        throw new QueueFullError(`${maxQueue} events wait already.`, { code: 'queue_full', event });
      const entry = { key: `${++this.#spooled}`, json };
      const store = async () => this.#spool?.add(entry);
      const stored = store();
      result = this.#deliver(entry, event);
      await stored.catch((cause) => {
        const message = 'The spool cannot be written. The event is sent.';
        const error = new AdtrailError(message, { code: 'spool_failed', event, willRetry: true, cause });
        this.#report(error);
        throw error;
      });
    };
    const queued = take();
    result ??= queued.catch((error) => {
      this.#report(error);
      throw error;
    }) as Promise<never>;
    const delivery = result;
    const awaited = within(delivery, limit, (code, cause) => {
      const message = `Not delivered yet (${code}). The client still tries.`;
      return new NotDeliveredError(message, { code, event: tracked, willRetry: true, cause });
    });
    // An unhandled rejection would end the process.
    for (const promise of [queued, delivery, awaited]) promise.catch(doNothing);
    if (waitUntil) quietly(() => waitUntil(delivery.catch(doNothing)));
    return Object.assign(awaited, { queued });
  }

  /** The spool drops an event when it has a result, or can never have a result. */
  #deliver({ key, json }: SpoolEntry, event: ConversionEvent): Promise<TrackResult> {
    const result = new Promise<TrackResult>((succeed, fail) => {
      this.#queue.add({ json, bytes: sizeOf(json), event, succeed, fail });
    });
    const settled = result.then(
      (value) => {
        quietly(() => this.#spool?.remove(key));
        quietly(() => this.#options.onResult?.(value));
      },
      (error: AdtrailError) => {
        if (error instanceof EventRefusedError) quietly(() => this.#spool?.remove(key));
        this.#report(error);
      },
    );
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
    return result;
  }

  #recover(): void {
    const next = async () => {
      while (!this.#isEnded) {
        this.#hasMore = this.#queue.size() >= this.#options.maxQueue;
        if (this.#hasMore) return;
        const entries = await this.#spool?.recover();
        if (!entries) return;
        for (const entry of entries)
          this.#deliver(entry, JSON.parse(entry.json) as ConversionEvent).catch(doNothing);
      }
    };
    this.#recovering = this.#recovering.then(next).catch((cause) => {
      this.#report(new AdtrailError('The spool cannot be read.', { code: 'spool_unreadable', cause }));
    });
  }

  #report(error: AdtrailError): void {
    quietly(() => this.#options.onError(error));
  }
}

const encoder = new TextEncoder();
const sizeOf = (json: string) => encoder.encode(json).length;
