import operations from 'virtual:operations';
import type { groups } from '#functions/groups.ts';
import type { Client, ErrorBody } from '#shared/http/client.ts';
import { accessToken, endExpired, freshToken } from './session.ts';

type Groups = Omit<typeof groups, 'billing' | 'docs' | 'media' | 'operators'>;
type All<U> = (U extends unknown ? (group: U) => void : never) extends (all: infer I) => void ? I : never;
type Api = Client<All<Groups[keyof Groups]>>;
type Success = { status: 200 | 201 | 202 };
type Argument<K extends keyof Api> = Omit<Parameters<Api[K]>[0], 'headers'>;
export type Answer<K extends keyof Api> = Extract<Awaited<ReturnType<Api[K]>>, Success>['body'];

export type Limit = { name: string; count: number };

/** Status 0 means that no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** An input that reads the problem of its field shows it. */
  readonly fields: Record<string, string>;
  readonly remaining: () => string;
  readonly body: Record<string, unknown>;
  /** After this time the same request can succeed. */
  readonly retryAfterSeconds: number | null;
  readonly limit: Limit | null;

  constructor(
    status: number,
    body: Partial<ErrorBody> & Record<string, unknown>,
    retryAfterSeconds: number | null = null,
    limit: Limit | null = null,
  ) {
    const problems = Array.isArray(body.detail) ? body.detail : [];
    const shown = new Set<string | symbol>();
    super(
      status === 429 && retryAfterSeconds !== null
        ? `Too many requests. This works again in ${retryAfterSeconds} s.`
        : typeof body.detail === 'string'
          ? body.detail
          : problems.map(textOf).join('. ') || 'The request failed.',
    );
    this.status = status;
    this.code = String(body.code ?? (problems.length > 0 ? 'validation_failed' : 'failed'));
    this.requestId = String(body.request_id ?? '');
    this.fields = new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          shown.add(name);
          const ofField = problems.filter((problem) => fieldOf(problem) === name);
          return ofField.map(lineOf).join('\n') || undefined;
        },
      },
    );
    this.remaining = () =>
      problems.length === 0
        ? this.message
        : problems
            .filter((problem) => !shown.has(fieldOf(problem)))
            .map(textOf)
            .join('. ');
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

type FieldProblem = { loc: readonly (string | number)[]; msg: string };
const textOf = ({ loc, msg }: FieldProblem) => `${loc.slice(1).join('.')}: ${msg}`;
const lineOf = ({ loc, msg }: FieldProblem) => {
  const index = loc.at(-1);
  return typeof index === 'number' ? `Line ${index + 1}: ${msg}` : msg;
};
/** The last name of `body.rules.0.host` is `host`. */
const fieldOf = ({ loc }: FieldProblem) => String(loc.findLast((part) => typeof part === 'string'));

type Values = Record<string, string | number | boolean | undefined>;
export type Options = {
  token?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
};

export async function call<K extends keyof Api>(operation: K, args: Argument<K>, options: Options = {}): Promise<Answer<K>> {
  const isOwn = options.token === undefined;
  const token = isOwn ? await freshToken() : options.token;
  if (isOwn && !token) throw new ApiError(401, { detail: 'You are signed out.', code: 'signed_out' });
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers };
  const answer = await request(operations[operation], args, { ...options, headers }).catch((error: unknown) => {
    // The session has ended elsewhere, so the user signs in again and returns to this page.
    if (isOwn && error instanceof ApiError && error.status === 401 && token === accessToken()) endExpired();
    throw error;
  });
  return answer as Answer<K>;
}

export const callWithFile = <K extends keyof Api>(
  operation: K,
  file: Blob,
  { query }: { query: Values },
  options: Options = {},
): Promise<Answer<K>> => call(operation, { query, file } as never, options);

/**
 * An empty name in these parameters selects clicks of links without a name; other empty values are not sent.
 */
const mayBeEmpty = new Set(['campaign', 'ad_group', 'ad_id']);

/** The operation is `GET /path/{parameter}`. Throws `ApiError` unless the response is successful. */
export async function request(
  operation: string | undefined,
  args: object,
  { headers, signal, onHeaders }: Pick<Options, 'headers' | 'signal' | 'onHeaders'>,
): Promise<unknown> {
  const { params = {}, query = {}, body, file } = args as { params?: Values; query?: Values; body?: unknown; file?: Blob };
  const isSent = body !== undefined || file !== undefined;
  const type = file ? 'application/octet-stream' : 'application/json';
  const [method = 'GET', path = ''] = operation?.split(' ') ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const queryEntries = Object.entries(query).filter(([name, value]) => value !== undefined && (value !== '' || mayBeEmpty.has(name)));
  const search = new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)]));
  return await send(
    queryEntries.length > 0 ? `${filled}?${search}` : filled,
    {
      method,
      headers: { ...(isSent && { 'content-type': type }), ...headers },
      ...(isSent && { body: file ?? JSON.stringify(body) }),
      ...(signal && { signal }),
    },
    onHeaders,
  );
}

async function send(url: string, init: RequestInit, onHeaders?: Options['onHeaders']): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' });
    text = await response.text();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, {
      detail: 'The service cannot be reached. Check your connection and retry.',
      code: 'offline',
    });
  }
  const { ok, status, headers } = response;
  const isFile = ok && headers.get('content-type')?.startsWith('text/csv');
  const body = isFile ? text : objectIn(text);
  if (ok && body !== null) {
    onHeaders?.(headers);
    return body;
  }
  const detail = ok
    ? 'This is not an answer of the service. A proxy of your network may have replaced it.'
    : `The service answered ${status}.`;
  throw new ApiError(status, objectIn(text) ?? { detail }, secondsOf(headers.get('retry-after')), limitOf(headers.get('ratelimit-policy')));
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The rate-limit header is like `"uploads";q=60;w=3600`. */
function limitOf(policy: string | null): Limit | null {
  const [, name, count] = /^"([^"]+)";q=(\d+)/.exec(policy ?? '') ?? [];
  return name ? { name, count: Number(count) } : null;
}

const secondsOf = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : null);
