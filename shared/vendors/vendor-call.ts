import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import type { Env } from '#shared/env.ts';
import { type VendorFailure, VendorUnavailable } from './vendor-unavailable.ts';

export type VendorSettings = {
  vendor: string;
  baseUrl: string;
  stage: Env['STAGE'];
  /** All attempts and the reading of the response share this timeout. */
  timeoutMs: number;
  maxTries?: number;
  maxAnswerBytes?: number;
  codeOf?: (body: unknown) => string | number | undefined;
  failureOf?: (code: string) => VendorFailure | undefined;
  /** Some vendors send the delay of a retry outside `Retry-After`. */
  waitSecondsOf?: (headers: Headers) => number | undefined;
  mendable?: ReadonlySet<VendorFailure>;
  /** The function returns a number from 0 up to 1. */
  random?: () => number;
  fetch?: typeof fetch | undefined;
};

export type VendorRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  answers?: 'json' | 'text';
  isRepeatable?: boolean;
  timeoutMs?: number;
};

export type VendorCall = <S extends z.ZodType>(request: VendorRequest, answer: S) => Promise<z.output<S>>;

export function vendorCall(settings: VendorSettings): VendorCall {
  const { vendor, maxTries = 3, random = Math.random, mendable = mayHelp } = settings;
  const base = baseOf(settings);

  return async (request, schema) => {
    const { timeoutMs = settings.timeoutMs } = request;
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
    const endsAt = performance.now() + timeoutMs;
    const { isRepeatable = request.method === 'GET' } = request;
    for (let tries = 1; ; tries++) {
      try {
        const result = schema.safeParse(await once(base, settings, request, signal));
        // The response and zod's message may contain personal data, so the error has neither.
        if (!result.success) throw new VendorUnavailable(vendor, 'unreadable');
        return result.data;
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        if (!isRepeatable || tries >= maxTries || !mendable.has(error.failure)) throw error;
        const waitMs = (error.retryAfterSeconds ?? 0) * 1000 + random() * 100 * 2 ** tries;
        if (performance.now() + waitMs >= endsAt) throw error;
        await pause(waitMs);
      }
    }
  };
}

const mayHelp: ReadonlySet<VendorFailure> = new Set(['no_answer', 'busy', 'failed']);

/** Every call contains a secret, so only mock servers are called without TLS. */
function baseOf({ vendor, baseUrl, stage }: VendorSettings): string {
  if (stage !== 'local' && !baseUrl.startsWith('https://'))
    throw new Error(`The base URL of the vendor ${vendor} has to begin with https://.`);
  return baseUrl.replace(/\/+$/, '');
}

async function once(
  base: string,
  { vendor, maxAnswerBytes = 1_048_576, codeOf, failureOf, waitSecondsOf, fetch: send = fetch }: VendorSettings,
  { method, path, headers, body, answers = 'json' }: VendorRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams;
  let response: Response;
  let text: string | null;
  try {
    response = await send(base + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      // Following a redirect would leak the secret.
      redirect: 'manual',
      signal,
    });
    text = await textOf(response, maxAnswerBytes);
  } catch (cause) {
    throw new VendorUnavailable(vendor, 'no_answer', { cause });
  }
  const { status, headers: responseHeaders } = response;
  const answer = text === null ? undefined : answers === 'text' ? text : jsonOf(text);
  if (response.ok && answer !== undefined) return answer;
  const code = wordOf(codeOf?.(answer));
  const byStatus = response.ok ? 'unreadable' : status === 429 ? 'busy' : status >= 500 ? 'failed' : 'refused';
  throw new VendorUnavailable(vendor, (code && failureOf?.(code)) || byStatus, {
    status,
    code,
    retryAfterSeconds: secondsOf(responseHeaders.get('retry-after')) ?? waitSecondsOf?.(responseHeaders),
  });
}

async function textOf({ body }: Response, maxBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A code that is free text may repeat the request, so only a word is kept. */
const wordOf = (code: string | number | undefined) =>
  code !== undefined && /^[\w.-]{1,64}$/.test(String(code)) ? String(code) : undefined;

const secondsOf = (header: string | null) => (header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined);
