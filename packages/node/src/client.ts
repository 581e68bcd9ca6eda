import { AdtrailError, ClosedError, EventRefusedError, QueueFullError } from './errors.ts';
import {
  type Checkout,
  type ContentsViewed,
  checkoutStarted,
  contentsViewed,
  type ItemsAdded,
  itemJson,
  itemsAdded,
  type Order,
  orderCreated,
  purchaseCompleted,
  type SignUp,
  type Subscription,
  signUpCompleted,
  subscriptionStarted,
} from './events.ts';
import { makeQueue } from './queue.ts';
import { environmentVariable, isBrowser, mayFreeze, unref } from './runtime.ts';
import type {
  ConversionEvent,
  Fetch,
  Spool,
  SpoolEntry,
  TrackEvent,
  Tracked,
  TrackResult,
  WaitUntil,
} from './types.ts';
import { version } from './version.ts';

export type AdtrailOptions = {
  /** `sk_live_…` or `sk_test_…`. Default: the environment variable `ADTRAIL_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** The address of the service, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Checks events and stores nothing. */
  validateOnly?: boolean | undefined;
  /** Called for every event that fails, whether or not the caller awaits its promise. Default: one line on `console.error`. */
  onError?: ((error: AdtrailError) => void) | undefined;
  /** Called for every result, also of events that a spool has kept from an earlier process. */
  onResult?: ((result: TrackResult) => void) | undefined;
  /**
   * Whether the process can be frozen between requests, as functions are: nothing waits in a queue, and retries end early.
   * Detected on Lambda, Vercel, Netlify, Cloud Run, Cloudflare, Azure Functions and Deno Deploy.
   */
  serverless?: boolean | undefined;
  /** Keeps the function alive until an event is delivered. Or pass it with each event. */
  waitUntil?: WaitUntil | undefined;
  /** Keeps events on a disk until they are delivered: `diskSpool` of `@adtrail/node/spool`. */
  spool?: Spool | undefined;
  /** Events that can wait; above it `track` rejects with `QueueFullError`. Default: 10,000. */
  maxQueue?: number | undefined;
  /** Events per request, 1 to 1,000. Default: 1,000. */
  batchSize?: number | undefined;
  /** How long the first event of a batch waits for others. Default: 20 ms; 0 if serverless. */
  batchDelayMs?: number | undefined;
  /** Requests at once. Default: 4; not limited if serverless. */
  concurrency?: number | undefined;
  /** How long a request can take. Default: 30 s; 8 s if serverless. */
  timeoutMs?: number | undefined;
  /** How long an event is retried. Default: 2 minutes; 10 s if serverless; without an end if there is a spool. */
  retryForMs?: number | undefined;
  /** Sends the requests. Default: `fetch`. Tests use `testTransport()` of `@adtrail/node/testing`. */
  fetch?: Fetch | undefined;
};
export type CallOptions = {
  /** As in the options of the client, for one event. */
  waitUntil?: WaitUntil | undefined;
};

/** How often the spool looks for events that other processes have left. */
const recoverEveryMs = 15_000;
const unlimited = Number.POSITIVE_INFINITY;
const doNothing = () => {};

/** Sends conversions to adtrail from a server: in batches, with retries, each exactly once. */
export class Adtrail {
  readonly #options: AdtrailOptions & { maxQueue: number; onError(error: AdtrailError): void };
  readonly #queue: ReturnType<typeof makeQueue>;
  readonly #spool: Spool | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  #recovering: Promise<void> = Promise.resolve();
  #recoverTimer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #spooled = 0;

  constructor(options: AdtrailOptions = {}) {
    const secretKey = (options.secretKey ?? environmentVariable('ADTRAIL_SECRET_KEY') ?? '').trim();
    const baseUrl = (options.baseUrl ?? environmentVariable('ADTRAIL_BASE_URL') ?? '')
      .trim()
      .replace(/\/+$/, '');
    const invalid = invalidity(secretKey, baseUrl);
    if (invalid) throw new AdtrailError(invalid, { code: 'invalid_options' });
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

  /** `order_created:<orderId>`: a payment is confirmed. */
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

  /** `signup_completed:<userId>`. With a `click` it links the user to the click, so that later events need none. */
  signUp(signUp: SignUp, options?: CallOptions): Tracked {
    return this.#send(() => signUpCompleted(signUp), options);
  }

  /** `subscription_started:<subscriptionId>`. */
  subscription(subscription: Subscription, options?: CallOptions): Tracked {
    return this.#send(() => subscriptionStarted(subscription), options);
  }

  /** Checks an event and stores nothing: `would_match`, `would_duplicate` and `would_count` say what would happen. */
  validate(event: TrackEvent): Promise<TrackResult> {
    const own = { validateOnly: true, serverless: true, spool: undefined, onResult: undefined };
    return new Adtrail({ ...this.#options, ...own, onError: doNothing }).track(event);
  }

  /** Events that have no result yet. */
  get pending(): number {
    return this.#queue.size();
  }

  /** Sends everything that is tracked so far, and resolves when each event has its result. */
  async flush(): Promise<void> {
    // Keeps the process alive.
    const alive = setInterval(doNothing, 60_000);
    await this.#recovering;
    this.#queue.hurry();
    // Events that are not on the disk yet are in the queue already.
    await Promise.all([...this.#pending]);
    this.#queue.relax();
    clearInterval(alive);
  }

  /**
   * Takes no more events, sends the rest, and resolves at the latest after `timeoutMs`. What is not delivered stays in the
   * spool; without one it fails with `NotDeliveredError`. Call it on SIGTERM.
   */
  async close({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Promise<{ undelivered: number }> {
    this.#isClosed = true;
    clearInterval(this.#recoverTimer);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.flush(), timeout]);
    clearTimeout(timer);
    const undelivered = this.#queue.size();
    this.#queue.stop();
    await this.#spool?.close();
    return { undelivered };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close().then(doNothing);
  }

  #send(make: () => TrackEvent, { waitUntil = this.#options.waitUntil }: CallOptions = {}): Tracked {
    let result: Promise<TrackResult> | undefined;
    // Up to its first `await` it runs at once.
    const take = async () => {
      const event = make();
      const json = itemJson(event);
      const { maxQueue } = this.#options;
      if (this.#isClosed) throw new ClosedError('The client is closed.', { code: 'closed', event });
      if (this.#queue.size() >= maxQueue)
        throw new QueueFullError(`${maxQueue} events wait already.`, { code: 'queue_full', event });
      const entry = { key: `${++this.#spooled}`, json };
      const stored = this.#spool?.add(entry);
      result = this.#deliver(entry, event);
      await stored?.catch((cause) => {
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
    // Ignored promises must not end the process.
    queued.catch(doNothing);
    waitUntil?.(result.catch(doNothing));
    return Object.assign(result, { queued });
  }

  /** Hands an event to the queue. It leaves the spool when it has a result, or can never have one. */
  #deliver({ key, json }: SpoolEntry, event: ConversionEvent): Promise<TrackResult> {
    const result = new Promise<TrackResult>((succeed, fail) => {
      this.#queue.add({ json, bytes: sizeOf(json), event, succeed, fail });
    });
    const settled = result.then(
      (value) => {
        this.#spool?.remove(key);
        call(this.#options.onResult, value);
      },
      (error: AdtrailError) => {
        if (error instanceof EventRefusedError) this.#spool?.remove(key);
        this.#report(error);
      },
    );
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
    return result;
  }

  /** One left file after the other, as long as the queue has room. */
  #recover(): void {
    const next = async () => {
      while (!this.#isClosed && this.#queue.size() < this.#options.maxQueue) {
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
    call(this.#options.onError, error);
  }
}

/** An error of a handler must not stop the queue. */
function call<T>(handler: ((value: T) => void) | undefined, value: T): void {
  try {
    handler?.(value);
  } catch {}
}

function invalidity(secretKey: string, baseUrl: string): string | undefined {
  if (isBrowser()) return 'Send conversions from a server: a page must not have a secret key.';
  if (secretKey.startsWith('pk_'))
    return 'secretKey is a public key (pk_…). Use a secret key (sk_live_… or sk_test_…).';
  if (!/^sk_[\w-]+$/.test(secretKey)) return 'secretKey is missing. Create a secret key in the console.';
  if (!/^https?:\/\/[^/]/.test(baseUrl))
    return 'baseUrl is missing: the address of the service, with https://.';
  return undefined;
}

/** Neither event ID nor values: an ID can name a person. */
function logError({ name, code, message, event, willRetry }: AdtrailError): void {
  // biome-ignore lint/suspicious/noConsole: where an application reads of it if it has no onError
  console.error(
    `adtrail: ${name} (${code}) ${event ? `${event.event_type}: ` : ''}${message}${willRetry ? ' Will retry.' : ''}`,
  );
}

const encoder = new TextEncoder();
const sizeOf = (json: string) => encoder.encode(json).length;
