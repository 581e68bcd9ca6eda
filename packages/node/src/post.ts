import { doNothing, timerMs } from './quiet.ts';
import { isTransient, retryAfterMs } from './retry.ts';
import type { Fetch, Problem } from './types.ts';

type Body = Record<string, unknown>;

export type Answer =
  | { kind: 'results'; body: Body; requestId?: string | undefined }
  | ({ kind: 'later'; afterMs: number } & Failure)
  | ({ kind: 'content' } & Failure)
  | ({ kind: 'configuration'; isOwn: boolean } & Failure);
export type Failure = {
  code: string;
  message: string;
  status?: number | undefined;
  requestId?: string | undefined;
  problems?: Problem[] | undefined;
  cause?: unknown;
};

export type Target = {
  url: string;
  secretKey: string;
  userAgent: string;
  fetch: Fetch;
  timeoutMs: number;
  /** A proxy's page may have any status, so only complete results prove storage. */
  isComplete(body: Body, events: number): boolean;
};

/** The function never throws, because every outcome is a return value. */
export async function post(body: string, events: number, target: Target, ends: Set<() => void>): Promise<Answer> {
  const abort = new AbortController();
  let end = doNothing;
  // The application's `fetch` may ignore its signal.
  const ended = new Promise<never>((_, reject) => {
    end = () => {
      abort.abort();
      reject(abort.signal.reason);
    };
  });
  const timer = setTimeout(end, timerMs(target.timeoutMs));
  ends.add(end);
  try {
    return await Promise.race([ended, send(body, events, target, abort.signal)]);
  } catch (cause) {
    const message = abort.signal.aborted ? 'The service did not respond in time.' : 'The service cannot be reached.';
    return { kind: 'later', afterMs: 0, code: 'no_response', message, cause };
  } finally {
    clearTimeout(timer);
    ends.delete(end);
  }
}

async function send(body: string, events: number, target: Target, signal: AbortSignal): Promise<Answer> {
  const response = await target.fetch(target.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.secretKey}`,
      'content-type': 'application/json',
      'user-agent': target.userAgent,
    },
    body,
    redirect: 'manual',
    signal,
  });
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const afterMs = retryAfterMs(headers.get('retry-after'), Date.now());
  const answer = jsonOf(await response.text());
  // A proxy's page may have any status, so only complete results prove storage.
  if ((status < 300 || status === 422) && target.isComplete(answer, events)) return { kind: 'results', body: answer, requestId };
  const isOwn = typeof answer.code === 'string' || answer.detail !== undefined;
  const problems = problemsOf(answer.detail);
  const failure = {
    status,
    requestId,
    problems,
    code: typeof answer.code === 'string' ? answer.code : `status_${status}`,
    message: sentenceOf(answer, problems) ?? `The service responded with status ${status}.`,
  };
  if (status < 300)
    return {
      ...failure,
      kind: 'later',
      afterMs,
      code: 'unexpected_response',
      message: `${new URL(target.url).origin} responded with status ${status}, but the response is not one of adtrail.`,
    };
  if (isTransient(status)) return { kind: 'later', afterMs, ...failure };
  // A proxy also refuses what is too large, but not an event for its content.
  if (status === 413 || (isOwn && (status === 400 || status === 422))) return { kind: 'content', ...failure };
  return { kind: 'configuration', isOwn, ...failure };
}

const sentenceOf = (body: Record<string, unknown>, problems: Problem[]): string | undefined =>
  typeof body.detail === 'string' ? body.detail : problems.length > 0 ? sentenceOfProblems(problems) : undefined;

/** Another version of the service may write problems in another form. */
export const problemsOf = (detail: unknown): Problem[] =>
  (Array.isArray(detail) ? detail : []).map((problem) => {
    const { loc = [], msg = '', ...rest } = Object(problem);
    const parts = [loc].flat().filter((part) => /^(string|number)$/.test(typeof part));
    return { ...rest, loc: parts, msg: typeof msg === 'string' ? msg : '' };
  });

export const sentenceOfProblems = (problems: Problem[]): string =>
  problems.map(({ loc, msg }) => [loc.filter((part) => part !== 'body').join('.'), msg].filter(Boolean).join(': ')).join('; ');

export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
