import * as z from 'zod';
import type { Env } from '#shared/env.ts';
import { log } from '#shared/log.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import type { VendorCooldowns } from '#shared/vendors/vendor-cooldowns.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { withVendorBackoff } from '#shared/vendors/with-vendor-backoff.ts';

export type GraphSettings = {
  baseUrl: string;
  stage: Env['STAGE'];
  token(): Promise<string>;
  random?: () => number;
  waits?: VendorCooldowns | undefined;
  fetch?: typeof fetch | undefined;
};

export const tooMuchData = 'reduce_amount';
/** These error codes mean that the app may not read pages, or that the page is hidden. */
export const mayNotSeePage: ReadonlySet<string | undefined> = new Set(['10', '100']);

const failures: Record<string, VendorFailure> = {
  [tooMuchData]: 'refused',
  1: 'failed',
  2: 'failed',
  4: 'busy',
  17: 'busy',
  32: 'busy',
  613: 'busy',
  10: 'refused',
  190: 'refused',
};
/** A retry would prolong a throttle, so throttles are never retried. */
const mendable: ReadonlySet<VendorFailure> = new Set(['no_answer', 'failed']);
const throttleSeconds = hourInSeconds;

const ErrorAnswer = z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) });
const BusinessUse = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })));

export type GraphQuery = { path: string; query: Record<string, string>; timeoutMs?: number };
export type GraphCall = <S extends z.ZodType>(asked: GraphQuery, answer: S) => Promise<z.output<S>>;

/** The access token is in a header, so no URL contains it. */
export function graphCall({ baseUrl, stage, token, random, waits, fetch }: GraphSettings): GraphCall {
  const call = vendorCall({
    vendor: 'social',
    baseUrl,
    stage,
    timeoutMs: 8000,
    fetch,
    mendable,
    codeOf,
    waitSecondsOf,
    ...(random && { random }),
    // The maximum covers five hundred ads with their texts.
    maxAnswerBytes: 8 * 1_048_576,
    failureOf: (code) => failures[code],
  });
  return async ({ path, query, timeoutMs }, schema) => {
    const key = await token().catch((cause) => {
      throw new VendorUnavailable('social', 'refused', { code: 'no_key', cause });
    });
    const headers = { authorization: `Bearer ${key}` };
    const wholePath = `${path}?${new URLSearchParams(query)}`;
    const request = { method: 'GET', path: wholePath, headers, ...(timeoutMs && { timeoutMs }) } as const;
    return await withVendorBackoff('social', waits, () =>
      call(request, schema).catch((error) => {
        throw error instanceof VendorUnavailable ? withRetryTime(error) : error;
      }),
    );
  };
}

function withRetryTime(error: VendorUnavailable): VendorUnavailable {
  const { failure, status, code, retryAfterSeconds } = error;
  if (failure === 'busy' && retryAfterSeconds === undefined)
    return new VendorUnavailable('social', 'busy', { status, code, retryAfterSeconds: throttleSeconds });
  if (code === '190' || code === '10') log.error('ad library refused', { status: String(status), vendor_error: code });
  return error;
}

function codeOf(body: unknown): string | number | undefined {
  const { data } = ErrorAnswer.safeParse(body);
  if (data?.error.code === 1 && /reduce the amount/i.test(data.error.message)) return tooMuchData;
  return data?.error.code;
}

/** The vendor reports the minutes to wait for each business. */
function waitSecondsOf(headers: Headers): number | undefined {
  try {
    const used = BusinessUse.parse(JSON.parse(headers.get('x-business-use-case-usage') ?? ''));
    const minutes = Math.max(...Object.values(used).flatMap((each) => each.map((use) => use.estimated_time_to_regain_access)));
    return minutes > 0 && Number.isFinite(minutes) ? Math.ceil(minutes * 60) : undefined;
  } catch {
    return undefined;
  }
}
