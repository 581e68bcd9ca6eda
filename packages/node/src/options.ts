import { AdtrailError } from './errors.ts';
import { environmentVariable, isBrowser } from './runtime.ts';
import type { Fetch, Spool, TrackResult, WaitUntil } from './types.ts';

export type AdtrailOptions = {
  /** `sk_live_…` or `sk_test_…`. Default: the environment variable `ADTRAIL_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** The service's address, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Validates events and stores nothing. */
  validateOnly?: boolean | undefined;
  /** Called for every failed event, also if its promise is awaited. Default: one line on `console.error`. */
  onError?: ((error: AdtrailError) => void) | undefined;
  /** Called for every result, also for events in the spool of an earlier process. */
  onResult?: ((result: TrackResult) => void) | undefined;
  /**
   * Set it if the process can be frozen between requests: no event waits in a queue, and retries end early.
   * Detected on Lambda, Vercel, Netlify, Cloud Run, Cloudflare, Azure Functions and Deno Deploy.
   */
  serverless?: boolean | undefined;
  /** Keeps the function alive until an event is delivered. You can also pass it with each event. */
  waitUntil?: WaitUntil | undefined;
  /** Stores events on a disk until they are delivered: `diskSpool` of `@adtrail/node/spool`. */
  spool?: Spool | undefined;
  /** The maximum of waiting events; above it, `track` rejects with `QueueFullError`. Default: 10,000. */
  maxQueue?: number | undefined;
  /** Events per request, 1 to 1,000. Default: 1,000. */
  batchSize?: number | undefined;
  /**
   * The time that a batch waits for further events. Default: 20 ms, under load up to 100 ms; 0 if serverless.
   */
  batchDelayMs?: number | undefined;
  /** Parallel requests. Default: 4; unlimited if serverless. */
  concurrency?: number | undefined;
  /** The timeout of a request. Default: 30 s; 8 s if serverless. */
  timeoutMs?: number | undefined;
  /** The time during which an event is retried. Default: 2 minutes; 10 s if serverless; unlimited with a spool. */
  retryForMs?: number | undefined;
  /** Sends the requests. Default: `fetch`. Tests use `testTransport()` of `@adtrail/node/testing`. */
  fetch?: Fetch | undefined;
};

export type CallOptions = {
  /** Like the option of the client, for one event. */
  waitUntil?: WaitUntil | undefined;
  /**
   * After this time the promise rejects with a `NotDeliveredError`, and the client delivers the event in the
   * background. Set it below the timeout of the caller of your webhook.
   */
  timeoutMs?: number | undefined;
  /** Ends the wait like `timeoutMs` when it is aborted. */
  signal?: AbortSignal | undefined;
};

const numbers = ['maxQueue', 'batchSize', 'batchDelayMs', 'concurrency', 'timeoutMs', 'retryForMs'] as const;

export function credentialsOf(options: Omit<AdtrailOptions, 'fetch'>): {
  secretKey: string;
  baseUrl: string;
} {
  const secretKey = (options.secretKey ?? environmentVariable('ADTRAIL_SECRET_KEY') ?? '').trim();
  const baseUrl = (options.baseUrl ?? environmentVariable('ADTRAIL_BASE_URL') ?? '')
    .trim()
    .replace(/\/+$/, '');
  const invalid = invalidity(secretKey, baseUrl, options);
  if (invalid) throw new AdtrailError(invalid, { code: 'invalid_options' });
  return { secretKey, baseUrl };
}

function invalidity(
  secretKey: string,
  baseUrl: string,
  options: Omit<AdtrailOptions, 'fetch'>,
): string | undefined {
  if (isBrowser()) return 'Send conversions from a server: a page must not have a secret key.';
  if (secretKey.startsWith('pk_'))
    return 'secretKey is a public key (pk_…). Use a secret key (sk_live_… or sk_test_…).';
  if (!/^sk_[\w-]+$/.test(secretKey)) return 'secretKey is missing. Create a secret key in the console.';
  if (!/^https?:\/\/[^/]/.test(baseUrl))
    return 'baseUrl is missing: the address of the service, with https://.';
  const wrong = numbers.find((name) => options[name] !== undefined && !(Number(options[name]) >= 0));
  return wrong && `${wrong} is not a number of 0 or more.`;
}

/** The log omits event IDs, which can name a person, and values, which are private. */
export function logError({ name, code, message, event, willRetry }: AdtrailError): void {
  // biome-ignore lint/suspicious/noConsole: an application without onError learns of the failure here.
  console.error(
    `adtrail: ${name} (${code}) ${event ? `${event.event_type}: ` : ''}${message}${willRetry ? ' Will retry.' : ''}`,
  );
}
