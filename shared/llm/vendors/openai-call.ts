import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export type OpenAiSettings = {
  baseUrl: string;
  /** Throws when there is none; nothing is asked then. */
  apiKey(): Promise<string>;
  /** A number from 0 up to 1, for the jitter of the repeat. */
  random?(): number;
  /** Carries the calls, in place of the process's own. */
  fetch?: typeof fetch | undefined;
};

const maxAttempts = 2;
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);
const mayHelp: ReadonlySet<VendorFailure> = new Set(['no_answer', 'busy', 'failed']);

/**
 * Calls of one API through the vendor's client: a limit for the whole call, one retry of temporary failures, and
 * `VendorUnavailable` for the rest. The client's own repeats stay off: they include a spent quota, and know no total
 * limit.
 */
export const openAiCall =
  (vendor: string, { baseUrl, apiKey, random = Math.random, fetch: send }: OpenAiSettings) =>
  async (
    path: string,
    body: object,
    timeoutSeconds: number,
  ): Promise<{ answer: unknown; vendorRequestId: string | null; attempts: number }> => {
    const key = await apiKey().catch((cause) => {
      throw new VendorUnavailable(vendor, 'refused', { code: 'no_key', cause });
    });
    const client = clientWith(key, baseUrl, send);
    const signal = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
    const until = performance.now() + timeoutSeconds * 1000;
    for (let attempts = 1; ; attempts++) {
      try {
        // Not by the client's own verb for the path: that one stumbles over an answer of another form.
        const call = client.post<unknown>(path, { body, signal }).withResponse();
        const { data, request_id } = await beforeAbort(signal, call);
        return { answer: data, vendorRequestId: request_id ?? null, attempts };
      } catch (error) {
        const failure = judged(vendor, error, signal, attempts);
        const waitMs = retryAfterMsOf(error) + random() * 300;
        const isTooLate = performance.now() + waitMs >= until;
        if (!mayHelp.has(failure.failure) || attempts === maxAttempts || isTooLate) throw failure;
        await pause(waitMs);
      }
    }
  };

// The environment and the client's own log are left out: the one could lead elsewhere, the other writes bodies.
const clientWith = (apiKey: string, baseURL: string, send: OpenAiSettings['fetch']) =>
  new OpenAI({
    apiKey,
    baseURL,
    ...(send && { fetch: send }),
    // Another host is not to get our customers' texts.
    fetchOptions: { redirect: 'error' },
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });

/** The limit holds for a body that trickles in, too. */
async function beforeAbort<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function judged(vendor: string, error: unknown, signal: AbortSignal, attempts: number): VendorUnavailable {
  const spent = { attempts };
  if (signal.aborted || error instanceof APIUserAbortError)
    return new VendorUnavailable(vendor, 'no_answer', { code: 'timeout', spent });
  // JSON that is none, in an answer that came whole.
  if (error instanceof SyntaxError) return new VendorUnavailable(vendor, 'unreadable', { spent });
  if (!(error instanceof APIError) || error instanceof APIConnectionError)
    return new VendorUnavailable(vendor, 'no_answer', { spent });
  const { status = 0, code, type } = error as APIError;
  return new VendorUnavailable(vendor, failureOf(status, [code, type]), {
    spent,
    status,
    code: plainCode(code) ?? plainCode(type),
    retryAfterSeconds: Math.ceil(retryAfterMsOf(error) / 1000) || undefined,
  });
}

function failureOf(status: number, codes: readonly (string | null | undefined)[]): VendorFailure {
  if (codes.some((code) => quotaCodes.has(code ?? ''))) return 'refused';
  if (status === 429) return 'busy';
  return status === 408 || status === 409 || status >= 500 ? 'failed' : 'refused';
}

/** A vendor's code as a fact for a log, unless it is a text. */
const plainCode = (code: unknown) =>
  typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined;

/** How long the vendor asks to wait; 0 when it does not say. */
function retryAfterMsOf(error: unknown): number {
  const headers = error instanceof APIError ? error.headers : undefined;
  const ms = headers?.get('retry-after-ms');
  const wait = ms ? Number(ms) : Number(headers?.get('retry-after') ?? 0) * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}
