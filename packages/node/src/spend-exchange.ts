import { AdtrailError, RequestRefusedError } from './errors.ts';
import { jsonOf, problemsOf, sentenceOfProblems } from './post.ts';
import { doNothing, quietly, timerMs } from './quiet.ts';
import { backoffMs, isTransient, retryAfterMs } from './retry.ts';
import { mayFreeze } from './runtime.ts';

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

type Body = Record<string, unknown>;
/** `isRepeat`: an earlier attempt may have succeeded. */
type SpendAnswer = { status: number; body: Body; isRepeat?: boolean };
type Sending = { send: SpendFetch; timeoutMs: number; retryForMs?: number | undefined };

/** The time during which a request is retried, if the process cannot be frozen. */
const defaultRetryForMs = 120_000;

export async function exchange(
  url: string,
  init: Omit<Parameters<SpendFetch>[1], 'signal' | 'redirect'>,
  { send, timeoutMs, retryForMs = mayFreeze() ? 10_000 : defaultRetryForMs }: Sending,
): Promise<SpendAnswer> {
  const deadline = Date.now() + retryForMs;
  let isRepeat = false;
  for (let attempt = 1; ; attempt++) {
    const isLast = Date.now() >= deadline;
    let afterMs = 0;
    try {
      const signal = AbortSignal.timeout(Math.ceil(timerMs(timeoutMs)));
      const response = await send(url, { ...init, redirect: 'manual', signal });
      const { status, headers } = response;
      const body = jsonOf(await response.text());
      afterMs = retryAfterMs(headers.get('retry-after'), Date.now());
      if (!isTransient(status) || isLast) return { status, body, ...(isRepeat && { isRepeat }) };
      isRepeat ||= status >= 500;
    } catch (cause) {
      if (isLast) throw new AdtrailError('The service cannot be reached.', { code: 'no_response', cause });
      isRepeat = true;
    }
    const pause = Math.max(backoffMs(attempt), afterMs && afterMs + backoffMs(0));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(0, deadline - Date.now()))));
  }
}

/**
 * `onError` is called with each failure of a call, and a promise that is ignored never ends the process of
 * the application.
 */
export function reported<Args extends unknown[], T>(
  onError: (error: AdtrailError) => void,
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return (...args) => {
    const result = call(...args).catch((cause) => {
      const error = cause instanceof AdtrailError ? cause : new AdtrailError('The call cannot be made.', { code: 'invalid_call', cause });
      quietly(() => onError(error));
      throw error;
    });
    result.catch(doNothing);
    return result;
  };
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

export function answerOf<T = Body>(answer: SpendAnswer, url: string, isAnswer: (body: Body) => boolean): T {
  const { status, body } = answer;
  if (status >= 300) throw refusalOf(answer);
  if (isAnswer(body)) return body as T;
  throw new AdtrailError(
    `${new URL(url).origin} responded with status ${status}, but the response is not one of adtrail. Check baseUrl, and whether a proxy responds in its place.`,
    { code: 'unexpected_response', status },
  );
}

export function refusalOf({ status, body }: SpendAnswer): AdtrailError {
  const problems = problemsOf(body.detail);
  const text = problems.length > 0 ? sentenceOfProblems(problems) : body.detail;
  const message = typeof text === 'string' ? text : `The service responded with status ${status}.`;
  const code = typeof body.code === 'string' ? body.code : `status_${status}`;
  const details = { code, status, problems, requestId: body.request_id as string | undefined };
  return status === 401 || status === 403 ? new RequestRefusedError(message, details) : new AdtrailError(message, details);
}
