import { doNothing, timerMs } from './quiet.ts';
import { isTransient, retryAfterMs } from './retry.ts';
import type { Fetch, Problem, TrackResult } from './types.ts';

export type ItemResult = TrackResult & {
  index: number;
  error?: { code: string; message: string; detail?: unknown } | undefined;
};

export type Answer =
  | { kind: 'results'; results: ItemResult[]; requestId?: string | undefined }
  | ({ kind: 'later'; afterMs: number } & Failure)
  | ({ kind: 'content' } & Failure)
  | ({ kind: 'configuration' } & Failure);
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
};

/** The function never throws, because every outcome is a return value. */
export async function post(
  body: string,
  events: number,
  target: Target,
  ends: Set<() => void>,
): Promise<Answer> {
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
    const message = abort.signal.aborted
      ? 'The service did not respond in time.'
      : 'The service cannot be reached.';
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
  return answerOf(
    { status, requestId, afterMs: retryAfterMs(headers.get('retry-after'), Date.now()) },
    jsonOf(await response.text()),
    events,
  );
}

type Head = { status: number; requestId: string | undefined; afterMs: number };

function answerOf(
  { status, requestId, afterMs }: Head,
  body: Record<string, unknown>,
  events: number,
): Answer {
  const results = body.results as ItemResult[];
  // A proxy's page may have any status, so only complete results prove storage.
  if ((status < 300 || status === 422) && isComplete(results, events))
    return { kind: 'results', results, requestId };
  const problems = problemsOf(body.detail);
  const failure = {
    ...{ status, requestId, problems },
    code: typeof body.code === 'string' ? body.code : `status_${status}`,
    message: sentenceOf(body, problems) ?? `The service responded with status ${status}.`,
  };
  if (status < 300 || isTransient(status)) return { kind: 'later', afterMs, ...failure };
  if (status === 400 || status === 413 || status === 422) return { kind: 'content', ...failure };
  return { kind: 'configuration', ...failure };
}

const isComplete = (results: unknown, events: number): boolean =>
  Array.isArray(results) && results.length === events && results.every((result, at) => result?.index === at);

const sentenceOf = (body: Record<string, unknown>, problems: Problem[]): string | undefined =>
  typeof body.detail === 'string'
    ? body.detail
    : problems.length > 0
      ? sentenceOfProblems(problems)
      : undefined;

/** Another version of the service may write problems in another form. */
export const problemsOf = (detail: unknown): Problem[] =>
  (Array.isArray(detail) ? detail : []).map((problem) => {
    const { loc = [], msg = '', ...rest } = Object(problem);
    const parts = [loc].flat().filter((part) => /^(string|number)$/.test(typeof part));
    return { ...rest, loc: parts, msg: typeof msg === 'string' ? msg : '' };
  });

export const sentenceOfProblems = (problems: Problem[]): string =>
  problems
    .map(({ loc, msg }) => [loc.filter((part) => part !== 'body').join('.'), msg].filter(Boolean).join(': '))
    .join('; ');

export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
