import { accountErrors } from '#shared/accounts/errors.ts';
import { fail, type Problem } from '#shared/values/errors.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { takesView } from './view.ts';

type Sent = { query: object; body: unknown; header(name: string): string | undefined };

export const actsOnCaller = ({ auth, method }: Pick<AnyEndpoint, 'auth' | 'method'>): boolean =>
  method !== 'GET' && (auth === 'user' || auth === 'optionalUser');

/** An agency must never erase its own data instead of a client's. */
export function assertNotForClient(endpoint: Pick<AnyEndpoint, 'auth' | 'method'>, actor: unknown, { query, body, header }: Sent): void {
  if (!actsOnCaller(endpoint) || actor === null) return;
  const isNamed = 'client_user_id' in query || header('x-assume-user-id') !== undefined;
  if (isNamed || namesClient(body)) throw fail(accountErrors.not_for_clients);
}

export const clientInBodyProblems = ({ auth, method }: Pick<AnyEndpoint, 'auth' | 'method'>, body: unknown): Problem[] =>
  method !== 'GET' && takesView(auth) && namesClient(body)
    ? [
        {
          type: 'extra_forbidden',
          loc: ['body', 'client_user_id'],
          msg: 'Unknown field. Send `client_user_id` in the query.',
        },
      ]
    : [];

const namesClient = (body: unknown) => typeof body === 'object' && body !== null && Object.hasOwn(body, 'client_user_id');
