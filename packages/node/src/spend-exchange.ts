import { AdtrailError, RequestRefusedError } from './errors.ts';
import { jsonOf, sentenceOfProblems } from './post.ts';
import { backoffMs, isTransient, retryAfterMs } from './retry.ts';
import type { Problem } from './types.ts';

export type SpendFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | Uint8Array<ArrayBuffer>;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

type Sending = { send: SpendFetch; timeoutMs: number };

const attempts = 4;
const longestWaitMs = 15_000;

export async function exchange(
  url: string,
  init: Omit<Parameters<SpendFetch>[1], 'signal' | 'redirect'>,
  { send, timeoutMs }: Sending,
): Promise<{ status: number; body: Record<string, unknown> }> {
  for (let attempt = 1; ; attempt++) {
    let afterMs = 0;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await send(url, { ...init, redirect: 'manual', signal });
      const { status, headers } = response;
      const body = jsonOf(await response.text());
      afterMs = retryAfterMs(headers.get('retry-after'), Date.now());
      if (!isTransient(status) || attempt === attempts || afterMs > longestWaitMs) return { status, body };
    } catch (cause) {
      if (attempt === attempts)
        throw new AdtrailError('The service cannot be reached.', { code: 'no_response', cause });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(backoffMs(attempt), afterMs)));
  }
}

export async function putFile(url: string, file: Uint8Array, sending: Sending): Promise<void> {
  const init = { method: 'PUT', headers: {}, body: file as Uint8Array<ArrayBuffer> };
  const { status } = await exchange(url, init, sending);
  if (status >= 300)
    throw new AdtrailError(`The upload was refused with the status ${status}.`, {
      code: 'upload_refused',
      status,
    });
}

export function refusalOf({ status, body }: { status: number; body: Record<string, unknown> }): AdtrailError {
  const problems = Array.isArray(body.detail) ? (body.detail as Problem[]) : [];
  const text = problems.length > 0 ? sentenceOfProblems(problems) : body.detail;
  const message = typeof text === 'string' ? text : `The service responded with status ${status}.`;
  const code = typeof body.code === 'string' ? body.code : `status_${status}`;
  const details = { code, status, problems, requestId: body.request_id as string | undefined };
  return status === 401 || status === 403
    ? new RequestRefusedError(message, details)
    : new AdtrailError(message, details);
}
