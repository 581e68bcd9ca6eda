import { setTimeout as delay } from 'node:timers/promises';
import { problemsOf } from '../../node/src/post.ts';
import { backoffMs, isTransient, retryAfterMs } from '../../node/src/retry.ts';
import type { Config } from './config.ts';
import { exits, Failure, usage } from './failure.ts';
import { version } from './version.ts';

type ErrorBody = { detail?: unknown; code?: string; request_id?: string; mfa_token?: string };
export type Call = {
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** `content` replaces `body`: JSON as text, which keeps its digits exact, or a file. */
  content?: { json: string } | { file: Uint8Array; type?: string };
  headers?: Record<string, string>;
  /** With `report`, a read-only key suffices; with `key`, a secret key replaces the token. */
  auth?: 'user' | 'report' | 'key' | 'token' | 'secret' | 'read' | 'none';
  /** The response may be neither JSON nor CSV. */
  isAnyForm?: boolean;
  also?: readonly number[];
  onceWithinMs?: number;
  isAnswer?(body: Answer['body']): boolean;
};
/** `at` is the service's time of the response, in whole seconds. */
export type Answer = {
  status: number;
  body: Record<string, unknown>;
  text: string;
  at: number;
  /** The cursor of the next page of a CSV file. */
  next?: string | undefined;
  /** The response is neither JSON nor a CSV file: it may be a proxy's page. */
  isForeign?: boolean;
  /** An earlier attempt may have succeeded. */
  isRepeat?: boolean;
};
export type Api = ReturnType<typeof openApi>;

const attempts = 4;
/** A token works for 24 hours. */
const refreshAfterMs = 12 * 3_600_000;

export function openApi(config: Config) {
  let token = config.accessToken;
  const isOld = () => !!config.issuedAt && Date.now() - Date.parse(config.issuedAt) > refreshAfterMs;
  let mayRefresh = isOld();

  const credentialOf = ({ auth }: Call) =>
    auth === 'none'
      ? undefined
      : auth === 'report'
        ? (config.readKey ?? token)
        : auth === 'key'
          ? (token ?? config.secretKey)
          : auth === 'secret'
            ? config.secretKey
            : auth === 'read'
              ? config.readKey
              : token;

  async function exchange(method: string, path: string, call: Call): Promise<Answer> {
    assertAddress(config.baseUrl);
    const url = new URL(`${config.baseUrl}${path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
    const credential = credentialOf(call);
    const { type, bytes } = contentOf(call);
    const requestHeaders: Record<string, string> = {
      'user-agent': `adtrail-cli/${version}`,
      ...(type && { 'content-type': type }),
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...call.headers,
    };
    const { onceWithinMs } = call;
    const last = onceWithinMs === undefined ? attempts : 1;
    let isRepeat = false;
    for (let attempt = 1; ; attempt++) {
      let afterMs = 0;
      try {
        const response = await fetch(url, {
          method,
          headers: requestHeaders,
          signal: AbortSignal.timeout(onceWithinMs ?? 60_000),
          ...(bytes !== undefined && { body: bytes }),
        });
        const { status, headers } = response;
        const at = Date.parse(headers.get('date') ?? '') || Date.now();
        const answer = { ...(await answerFrom(response, at)), isRepeat };
        if (!isTransient(status) || attempt === last) return answer;
        isRepeat ||= status >= 500;
        afterMs = retryAfterMs(headers.get('retry-after'), Date.now());
        if (afterMs > 15_000) return answer;
      } catch {
        if (attempt === last) {
          const message = `${config.baseUrl} does not respond. Is the address right (ADTRAIL_BASE_URL)?`;
          throw new Failure(message, { exit: exits.unreachable, code: 'no_response' });
        }
        isRepeat = true;
      }
      await delay(Math.max(backoffMs(attempt), afterMs));
    }
  }

  async function refresh() {
    mayRefresh = false;
    const answer = await exchange('POST', '/api/v1/auth/refresh', {});
    if (answer.status !== 200 || typeof answer.body.access_token !== 'string') return;
    token = answer.body.access_token;
    config.store({ access_token: token, issued_at: new Date().toISOString() });
  }

  return async function api(method: string, path: string, call: Call = {}): Promise<Answer> {
    const isSignedIn = call.auth !== 'none' && credentialOf(call) !== undefined;
    if (call.auth !== 'none' && !isSignedIn)
      throw new Failure(`Not signed in${placeOf(config)}. Run \`adtrail login\`, or set ADTRAIL_ACCESS_TOKEN.`, {
        exit: exits.unauthenticated,
        code: 'unauthenticated',
      });
    if (isSignedIn && credentialOf(call) === token && mayRefresh) await refresh();
    const answer = await exchange(method, path, call);
    if (answer.status < 300) {
      if (!call.isAnyForm) assertOwn(answer, config.baseUrl, call.isAnswer);
      return answer;
    }
    if (call.also?.includes(answer.status)) return answer;
    throw failureOf(answer, isSignedIn && credentialOf(call) === token);
  };
}

function contentOf({ body, content }: Call): { type?: string; bytes?: string | Uint8Array<ArrayBuffer> } {
  if (content && 'file' in content)
    return {
      type: content.type ?? 'application/octet-stream',
      bytes: content.file as Uint8Array<ArrayBuffer>,
    };
  const json = content ? content.json : body === undefined ? undefined : JSON.stringify(body);
  return json === undefined ? {} : { type: 'application/json', bytes: json };
}

export const placeOf = ({ baseUrl, otherBaseUrl }: Pick<Config, 'baseUrl' | 'otherBaseUrl'>) =>
  otherBaseUrl ? ` at ${baseUrl}: what login has stored is for ${otherBaseUrl}` : '';

export function failureOf({ status, body }: Answer, isSignedIn: boolean): Failure {
  const { detail, code = `status_${status}`, request_id } = body as ErrorBody;
  const sentence = Array.isArray(detail)
    ? problemsOf(detail)
        .map(({ loc, msg }) => [loc.slice(1).join('.') || loc[0], msg].filter(Boolean).join(': '))
        .join('; ')
    : typeof detail === 'string'
      ? detail
      : `The service responded with status ${status}.`;
  const hint = status === 401 && isSignedIn ? ' Run `adtrail login`.' : '';
  return new Failure(`${sentence}${hint}`, {
    code: Array.isArray(detail) ? 'validation_failed' : code,
    requestId: request_id,
    exit: status === 401 ? exits.unauthenticated : isTransient(status) ? exits.unreachable : exits.failed,
  });
}

export async function answerFrom(response: Response, at: number): Promise<Answer> {
  const text = await response.text();
  const body = objectIn(text);
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  const next = response.headers.get('x-next-cursor') ?? undefined;
  return { status: response.status, text, body: body ?? {}, at, next, isForeign: !body && !isCsv };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function assertOwn({ status, body, isForeign }: Answer, url: string, isAnswer?: Call['isAnswer']): void {
  if (!isForeign && (isAnswer?.(body) ?? true)) return;
  throw new Failure(
    `${new URL(url).origin} responded with status ${status}, but the response is not one of adtrail. Is the address right (ADTRAIL_BASE_URL), or does a proxy respond in its place?`,
    { exit: exits.unreachable, code: 'unexpected_response' },
  );
}

export function assertAddress(baseUrl: string): void {
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl)) throw usage(`${baseUrl} is not an address. It begins with https://.`);
}
