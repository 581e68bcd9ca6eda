import { AdtrailError, ClosedError, EventRefusedError, NotDeliveredError, QueueFullError } from './errors.ts';
import { type CallOptions, credentialsOf, type DeliveryOptions, logError } from './options.ts';
import type { Answer } from './post.ts';
import { makeQueue, type Pending } from './queue.ts';
import { doNothing, quietly, timerMs, within } from './quiet.ts';
import { mayFreeze, unref } from './runtime.ts';
import type { ConversionEvent, Sent, SpoolEntry } from './types.ts';
import { version } from './version.ts';

const recoverEveryMs = 15_000;
const unlimited = Number.POSITIVE_INFINITY;
/** A call waits this long by default, and an idle process lives this long for its last events. */
const waitMs = 120_000;
/** The time before the end of `close` that its last attempt has. */
const lastAttemptMs = 1000;
/** The keys of events that the spool does not have in full end with it. */
const cutMark = '-';

export type DeliverySettings<Result> = DeliveryOptions & {
  /** Below `/api/v1/pixel/`. */
  path: string;
  /** Items of another kind in the folder of a spool are left alone. */
  kind: 'events' | 'adjustments';
  batchSize?: number | undefined;
  batchDelayMs?: number | undefined;
  concurrency?: number | undefined;
  bodyOf(items: string): string;
  isComplete(body: Record<string, unknown>, items: number): boolean;
  settle(batch: Pending<Result>[], answer: Answer & { kind: 'results' }): void;
  onResult?: ((result: Result) => void) | undefined;
};
export type Item = {
  json: string;
  /** The spool gets this text, if it must not have all of `json`. */
  diskJson?: string;
  event?: ConversionEvent | undefined;
};
type TimeLimit = { timeoutMs?: number | undefined };
type Undelivered = { undelivered: number };
export type Delivery<Result> = ReturnType<typeof makeDelivery<Result>>;

/** Delivers items exactly once: with a queue, retries, and the spool of the options. */
export function makeDelivery<Result>(settings: DeliverySettings<Result>) {
  const { secretKey, baseUrl } = credentialsOf(settings);
  const { maxQueue = 10_000, onError = logError, spool, kind, batchDelayMs, concurrency } = settings;
  const serverless = settings.serverless ?? (spool ? false : mayFreeze());
  const queue = makeQueue<Result>({
    ...settings,
    url: `${baseUrl}/api/v1/pixel/${settings.path}`,
    secretKey,
    userAgent: `adtrail-node/${version}`,
    fetch: settings.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    batchSize: Math.min(Math.max(settings.batchSize ?? 1000, 1), 1000),
    timeoutMs: settings.timeoutMs ?? (serverless ? 8000 : 30_000),
    batchDelayMs: batchDelayMs ?? (serverless ? 0 : 20),
    paceMs: serverless || batchDelayMs !== undefined ? 0 : 100,
    concurrency: concurrency ?? (serverless ? unlimited : 4),
    retryForMs: spool ? unlimited : (settings.retryForMs ?? (serverless ? 10_000 : unlimited)),
    serverless,
    isDurable: spool !== undefined,
    report,
  });
  /** Without a limit of retries, the call has a limit, which also keeps the process alive. */
  const isBounded = settings.retryForMs !== undefined && !spool;
  const defaultWaitMs = serverless ? undefined : isBounded ? unlimited : waitMs;
  const pending = new Set<Promise<unknown>>();
  let recovering: Promise<void> | undefined;
  let recoverTimer: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  let isEnded = false;
  let hasMore = false;
  let isUnreadable = false;
  let keys = 0;
  /** Events that only the spool has, because the memory had no room for them. */
  let aside = 0;

  function report(error: AdtrailError): void {
    quietly(() => onError(error));
  }

  function send(read: () => Item, options?: CallOptions | null): Sent<Result> {
    const { waitUntil = settings.waitUntil, timeoutMs, signal } = options ?? {};
    const isLimited = Number.isFinite(timeoutMs);
    let result: Promise<Result> | undefined;
    let event: ConversionEvent | undefined;
    const take = async () => {
      const item = readItem(read);
      event = item.event;
      if (isClosed) throw new ClosedError('The client is closed.', { code: 'closed', event });
      const { json, diskJson = json } = item;
      const key = `${++keys}`;
      const entry = { key: diskJson === json ? key : `${key}${cutMark}`, json: diskJson };
      if (queue.size() >= maxQueue) {
        await setAside(entry, event);
        return true;
      }
      const store = async () => spool?.add(entry);
      const stored = store();
      result = deliver({ ...entry, json }, event, isLimited);
      await stored.catch((cause) => {
        const message = 'The spool cannot be written. The event is sent.';
        const error = new AdtrailError(message, { code: 'spool_failed', event, willRetry: true, cause });
        report(error);
        throw error;
      });
      return false;
    };
    const taken = take();
    const queued = taken.then(doNothing);
    result ??= taken.then(
      () => {
        const message = 'The event waits on the disk until the queue has room.';
        throw new NotDeliveredError(message, { code: 'on_disk', event, willRetry: true });
      },
      (error) => {
        report(error);
        throw error;
      },
    );
    const delivery = result;
    const limit = { timeoutMs: isLimited || timeoutMs === unlimited ? timeoutMs : defaultWaitMs, signal };
    const awaited = within(delivery, limit, (code, cause) => {
      const message = `Not delivered yet (${code}). The client still tries.`;
      return new NotDeliveredError(message, { code, event, willRetry: true, cause });
    });
    // An unhandled rejection would end the process.
    for (const promise of [taken, queued, delivery, awaited]) promise.catch(doNothing);
    if (waitUntil) quietly(() => waitUntil(delivery.catch(doNothing)));
    return Object.assign(awaited, { queued });
  }

  function setAside(entry: SpoolEntry, event: ConversionEvent | undefined): Promise<void> {
    const full = `${maxQueue} events wait already.`;
    const refuse = (why: string, cause?: unknown) => {
      throw new QueueFullError(`${full}${why}`, { code: 'queue_full', event, cause });
    };
    if (!spool?.addAside) return refuse('');
    aside++;
    const stored = spool.addAside(entry).catch((cause) => {
      aside--;
      return refuse(' The spool cannot be written.', cause);
    });
    untilSettled(stored.catch(doNothing));
    return stored;
  }

  function untilSettled(settled: Promise<void>): void {
    pending.add(settled);
    void settled.then(() => {
      pending.delete(settled);
      if (aside > 0 && queue.size() <= maxQueue / 2) recover();
    });
  }

  /** The spool drops an event when it has a result, or can never have a result. */
  function deliver({ key, json }: SpoolEntry, event: ConversionEvent | undefined, isLimited = false): Promise<Result> {
    const result = new Promise<Result>((succeed, fail) => {
      queue.add({ json, bytes: sizeOf(json), event, succeed, fail }, isLimited);
    });
    const settled = result.then(
      (value) => {
        quietly(() => spool?.remove(key));
        quietly(() => settings.onResult?.(value));
      },
      (error: AdtrailError) => {
        if (error instanceof EventRefusedError) quietly(() => spool?.remove(key));
        report(error);
      },
    );
    untilSettled(settled);
    return result;
  }

  function recover(): void {
    const next = async () => {
      while (!isEnded) {
        hasMore = queue.size() > 0 && queue.size() >= maxQueue;
        if (hasMore) return;
        const before = aside;
        const entries = await spool?.recover();
        if (!entries) {
          // Another process can have delivered them.
          aside = Math.max(0, aside - before);
          return;
        }
        aside = Math.max(0, aside - entries.length);
        for (const entry of entries) {
          const event = kind === 'events' ? JSON.parse(entry.json) : undefined;
          if (entry.key.endsWith(cutMark)) {
            const message = 'The spool keeps hashes alone of user data, so the event is sent without the rest.';
            report(new AdtrailError(message, { code: 'user_data_not_kept', event, willRetry: true }));
          }
          deliver(entry, event).catch(doNothing);
        }
      }
    };
    isUnreadable = false;
    recovering ??= next()
      .catch((cause) => {
        isUnreadable = true;
        report(new AdtrailError('The spool cannot be read.', { code: 'spool_unreadable', cause }));
      })
      .then(() => {
        recovering = undefined;
      });
  }

  const undelivered = () => queue.size() + aside;

  async function settleAll(): Promise<void> {
    for (;;) {
      await recovering;
      await Promise.all([...pending]);
      if (isEnded || (!hasMore && aside === 0)) return;
      recover();
      await recovering;
      if (isUnreadable) return;
    }
  }

  async function flush({ timeoutMs = waitMs }: TimeLimit = {}): Promise<Undelivered> {
    // The timer keeps the process alive.
    const { timeout, cancel } = timeoutOf(timeoutMs);
    queue.hurry();
    await Promise.race([settleAll(), timeout]);
    queue.relax();
    cancel();
    return { undelivered: undelivered() };
  }

  async function close({ timeoutMs = 10_000 }: TimeLimit = {}): Promise<Undelivered> {
    isClosed = true;
    clearInterval(recoverTimer);
    const beforeEnd = timeoutOf(timerMs(timeoutMs) - Math.min(lastAttemptMs, timeoutMs / 2));
    void beforeEnd.timeout.then(() => queue.wake(true));
    await flush({ timeoutMs });
    beforeEnd.cancel();
    isEnded = true;
    await recovering;
    const count = undelivered();
    queue.stop();
    try {
      await spool?.close();
    } catch (cause) {
      report(new AdtrailError('The spool cannot be closed.', { code: 'spool_failed', cause }));
    }
    return { undelivered: count };
  }

  if (spool) {
    const environment = secretKey.startsWith('sk_test_') ? 'test' : 'live';
    if (kind === 'events') spool.open(environment, `${environment} ${baseUrl}`);
    else spool.open(`${environment} ${kind}`);
    recover();
    recoverTimer = setInterval(recover, recoverEveryMs);
    unref(recoverTimer);
  }
  return { send, flush, close, undelivered };
}

function readItem(read: () => Item): Item {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AdtrailError) throw cause;
    throw new EventRefusedError('The event cannot be read.', { code: 'invalid_event', cause });
  }
}

const encoder = new TextEncoder();
const sizeOf = (json: string) => encoder.encode(json).length;

function timeoutOf(ms: number): { timeout: Promise<void>; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timerMs(ms));
  });
  return { timeout, cancel: () => clearTimeout(timer) };
}
