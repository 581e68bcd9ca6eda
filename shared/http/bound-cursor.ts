import { invalid } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { AnyEndpoint } from './endpoint.ts';

type Asked = { params: unknown; query: unknown; actor: unknown };

/** A page may differ from the one before it by these parameters: they change neither the rows nor their order. */
const freeParameters = ['cursor', 'limit', 'offset', 'format', 'bom'];
const answerFields = ['next_cursor', 'cursor'];
const nextHeader = 'x-next-cursor';

export const anotherRequest = (msg: string) => invalid({ type: 'cursor_of_another_request', loc: ['query', 'cursor'], msg });

/** Pages of two requests would mix two lists, so a cursor carries a digest of its whole request. */
export function cursorBinding({ path, query: schema }: AnyEndpoint, asked: Asked, sent: unknown) {
  const isPaged = Object.hasOwn((schema as { shape?: object } | undefined)?.shape ?? {}, 'cursor');
  const digest = isPaged ? digestOf(path, asked) : '';
  if (isPaged && typeof sent === 'string' && !sent.endsWith(`.${digest}`))
    throw anotherRequest(
      'This cursor is of another request. Repeat the parameters of its page, of which only `limit` can change, or ask for the first page',
    );
  const bound = (text: unknown) => (isPaged && typeof text === 'string' ? `${text}.${digest}` : text);
  return {
    body: <B extends object>(body: B): B =>
      isPaged
        ? (Object.fromEntries(Object.entries(body).map(([name, value]) => [name, answerFields.includes(name) ? bound(value) : value])) as B)
        : body,
    headers: (headers: Record<string, string> = {}): Record<string, string> =>
      nextHeader in headers ? { ...headers, [nextHeader]: bound(headers[nextHeader]) as string } : headers,
  };
}

function digestOf(path: string, { params, query, actor }: Asked): string {
  const parameters = Object.entries(query ?? {}).filter(([name]) => !freeParameters.includes(name));
  const request = [path.replace(/\.csv$/, ''), subjectOf(actor), params, parameters];
  return sha256(JSON.stringify(request)).slice(0, 16);
}

type Caller = {
  accountId?: AccountId;
  readKey?: Scope;
  secretKey?: Scope;
} & Partial<Scope>;
type Scope = { environment?: string; pixelKey: string | null };

/** Two credentials with equal rights may read pages of one list. */
function subjectOf(actor: unknown) {
  const caller = (actor ?? {}) as Caller;
  const { environment, pixelKey } = caller.readKey ?? caller.secretKey ?? caller;
  return [caller.accountId, environment, pixelKey];
}
