import { AdtrailError } from './errors.ts';
import { environmentVariable, isBrowser, unref } from './runtime.ts';
import type { Fetch, Spool, TrackResult, WaitUntil } from './types.ts';

/** The options of everything that is delivered: events, refunds and corrections. */
export type DeliveryOptions = {
  /** `sk_live_…` or `sk_test_…`. Default: the environment variable `ADTRAIL_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** The service's address, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /**
   * Called for every failure, also if its promise is awaited, and a few times during an outage. Default:
   * lines on `console.error`, at most one a minute for each code.
   */
  onError?: ((error: AdtrailError) => void) | undefined;
  /**
   * Set it if the process can be frozen between requests: nothing waits in a queue, and retries end early.
   * Detected on Lambda, Vercel, Netlify, Cloud Run, Cloudflare, Azure Functions and Deno Deploy.
   */
  serverless?: boolean | undefined;
  /** Keeps the function alive until the delivery. You can also pass it with each call. */
  waitUntil?: WaitUntil | undefined;
  /** Stores on a disk what is not delivered yet: `diskSpool` of `@adtrail/node/spool`. */
  spool?: Spool | undefined;
  /**
   * The maximum that waits in memory. Above it, the spool's disk keeps the rest, and without a spool the call
   * rejects with `QueueFullError`. Default: 10,000.
   */
  maxQueue?: number | undefined;
  /** The timeout of a request. Default: 30 s; 8 s if serverless. */
  timeoutMs?: number | undefined;
  /**
   * The time during which a delivery is retried. Default: as long as the process lives; 10 s if serverless.
   * A spool has no limit.
   */
  retryForMs?: number | undefined;
  /** Sends the requests. Default: `fetch`. Tests use `testTransport()` of `@adtrail/node/testing`. */
  fetch?: Fetch | undefined;
};

export type AdtrailOptions = DeliveryOptions & {
  /** Validates events and stores nothing. */
  validateOnly?: boolean | undefined;
  /** Called for every result, also for events in the spool of an earlier process. */
  onResult?: ((result: TrackResult) => void) | undefined;
  /** Events per request, 1 to 1,000. Default: 1,000. */
  batchSize?: number | undefined;
  /**
   * The time that a batch waits for further events. Default: 20 ms, under load up to 100 ms; 0 if serverless.
   */
  batchDelayMs?: number | undefined;
  /** Parallel requests. Default: 4; unlimited if serverless. */
  concurrency?: number | undefined;
};

export type CallOptions = {
  /** Like the option of the client, for one call. */
  waitUntil?: WaitUntil | undefined;
  /**
   * After this time the promise rejects with a `NotDeliveredError`, and the client delivers the event in the
   * background. Set it below the timeout of the caller of your webhook. Default: 2 minutes, or until
   * `retryForMs` is over if you set it.
   */
  timeoutMs?: number | undefined;
  /** Ends the wait like `timeoutMs` when it is aborted. */
  signal?: AbortSignal | undefined;
};

type Credentials = Pick<DeliveryOptions, 'secretKey' | 'baseUrl'>;
type Numbers = { [name in (typeof numbers)[number]]?: number | undefined };
const numbers = ['maxQueue', 'batchSize', 'batchDelayMs', 'concurrency', 'timeoutMs', 'retryForMs'] as const;

export function credentialsOf(options: Credentials & Numbers): {
  secretKey: string;
  baseUrl: string;
} {
  const secretKey = (options.secretKey ?? environmentVariable('ADTRAIL_SECRET_KEY') ?? '').trim();
  const baseUrl = (options.baseUrl ?? environmentVariable('ADTRAIL_BASE_URL') ?? '').trim().replace(/\/+$/, '');
  const invalid = invalidity(secretKey, baseUrl, options);
  if (invalid) throw new AdtrailError(invalid, { code: 'invalid_options' });
  return { secretKey, baseUrl };
}

function invalidity(secretKey: string, baseUrl: string, options: Credentials & Numbers): string | undefined {
  if (isBrowser()) return 'Send conversions from a server: a page must not have a secret key.';
  if (secretKey.startsWith('pk_')) return 'secretKey is a public key (pk_…). Use a secret key (sk_live_… or sk_test_…).';
  if (!/^sk_[\w-]+$/.test(secretKey)) return 'secretKey is missing. Create a secret key in the console.';
  if (!/^https?:\/\/[^/]/.test(baseUrl)) return 'baseUrl is missing: the address of the service, with https://.';
  return wrongNumber(options);
}

export function wrongNumber(options: Numbers): string | undefined {
  const wrong = numbers.find((name) => options[name] !== undefined && !(Number(options[name]) >= 0));
  return wrong && `${wrong} is not a number of 0 or more.`;
}

/** The log has one line a minute for each code, so that an outage does not fill it. */
const foldMs = 60_000;
const folded = new Map<string, { until: number; more: number }>();

/** The log omits event IDs, which can name a person, and values, which are private. */
export function logError({ name, code, message, event, willRetry }: AdtrailError): void {
  const now = Date.now();
  const line = folded.get(code);
  if (line && now < line.until) {
    if (line.more++ === 0) unref(setTimeout(() => logMore(code), line.until - now));
    return;
  }
  logMore(code);
  folded.set(code, { until: now + foldMs, more: 0 });
  log(`${name} (${code}) ${event ? `${event.event_type}: ` : ''}${message}${willRetry ? ' Will retry.' : ''}`);
}

function logMore(code: string): void {
  const line = folded.get(code);
  if (!line?.more) return;
  log(`${line.more} more with the code ${code}.`);
  line.more = 0;
}

// biome-ignore lint/suspicious/noConsole: an application without onError learns of the failure here.
const log = (text: string) => console.error(`adtrail: ${text}`);
