import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { Stream } from 'openai/streaming';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export type OpenAiSettings = {
  baseUrl: string;
  apiKey(): Promise<string>;
  random?(): number;
  fetch?: typeof fetch | undefined;
};

type Limits = {
  timeoutSeconds: number;
  /** A working vendor sends its first event at once, so a later first event is a failure. */
  firstEventSeconds?: number;
};

const maxAttempts = 2;
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);
const mayHelp: ReadonlySet<VendorFailure> = new Set(['no_answer', 'busy', 'failed']);

/** The function retries itself, because the client's own retries have no total timeout. */
export const openAiCall =
  (vendor: string, { baseUrl, apiKey, random = Math.random, fetch: send }: OpenAiSettings) =>
  async (
    path: string,
    body: object,
    { timeoutSeconds, firstEventSeconds }: Limits,
  ): Promise<{ answer: unknown; vendorRequestId: string | null; attempts: number }> => {
    const key = await apiKey().catch((cause) => {
      throw new VendorUnavailable(vendor, 'refused', { code: 'no_key', cause });
    });
    const client = clientWith(key, baseUrl, send);
    const silence = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000)), silence.signal]);
    const silent = firstEventSeconds === undefined ? undefined : setTimeout(() => silence.abort(), firstEventSeconds * 1000);
    const until = performance.now() + timeoutSeconds * 1000;
    for (let attempts = 1; ; attempts++) {
      try {
        const call =
          silent === undefined
            ? client.post<unknown>(path, { body, signal }).withResponse()
            : streamed(client.post(path, { body: { ...body, stream: true }, signal }).asResponse(), client, () => clearTimeout(silent));
        const { data, request_id } = await beforeAbort(signal, call);
        clearTimeout(silent);
        return { answer: data, vendorRequestId: request_id ?? null, attempts };
      } catch (error) {
        const failure = unavailableOf(vendor, error, signal, attempts);
        const waitMs = retryAfterMsOf(error) + random() * 300;
        const isTooLate = performance.now() + waitMs >= until;
        if (!mayHelp.has(failure.failure) || attempts === maxAttempts || isTooLate || signal.aborted) {
          clearTimeout(silent);
          throw failure;
        }
        await pause(waitMs);
      }
    }
  };

// The client's log would contain bodies, so it is off.
const clientWith = (apiKey: string, baseURL: string, send: OpenAiSettings['fetch']) =>
  new OpenAI({
    apiKey,
    baseURL,
    ...(send && { fetch: send }),
    // Customers' texts must not reach another host by a redirect.
    fetchOptions: { redirect: 'error' },
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });

const ends: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
] satisfies ResponseStreamEvent['type'][]);

async function streamed(answer: Promise<Response>, client: OpenAI, onEvent: () => void) {
  const response = await answer;
  const request_id = response.headers.get('x-request-id');
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    return { data: JSON.parse(text) as unknown, request_id };
  }
  const events = Stream.fromSSEResponse<ResponseStreamEvent>(response, new AbortController(), client);
  for await (const event of events) {
    onEvent();
    if (ends.has(event.type)) return { data: 'response' in event ? event.response : null, request_id };
  }
  throw new APIConnectionError({ message: 'The stream ended before the response did.' });
}

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

function unavailableOf(vendor: string, error: unknown, signal: AbortSignal, attempts: number): VendorUnavailable {
  const spent = { attempts };
  if (signal.aborted || error instanceof APIUserAbortError) return new VendorUnavailable(vendor, 'no_answer', { code: 'timeout', spent });
  if (error instanceof SyntaxError) return new VendorUnavailable(vendor, 'unreadable', { spent });
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return new VendorUnavailable(vendor, 'no_answer', { spent });
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
  if (status === 429 || codes.includes('rate_limit_exceeded')) return 'busy';
  if (status === 0) return 'failed';
  return status === 408 || status === 409 || status >= 500 ? 'failed' : 'refused';
}

const plainCode = (code: unknown) => (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined);

function retryAfterMsOf(error: unknown): number {
  const headers = error instanceof APIError ? error.headers : undefined;
  const ms = headers?.get('retry-after-ms');
  const wait = ms ? Number(ms) : Number(headers?.get('retry-after') ?? 0) * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}
