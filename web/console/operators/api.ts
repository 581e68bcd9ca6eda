import operations from 'virtual:operator-operations';
import type { groups } from '#functions/groups.ts';
import type { Client } from '#shared/http/client.ts';
import { ApiError, type Options, request } from '../core/api.ts';
import { operatorSignOut, operatorToken } from './session.ts';

type Api = Client<(typeof groups)['operators']> & Client<(typeof groups)['billing']>;
type Success = { status: 200 | 201 | 202 };
export type Operation = keyof Api;
export type Arguments<K extends Operation> = Omit<Parameters<Api[K]>[0], 'headers'>;
export type Body<K extends Operation> = Parameters<Api[K]>[0] extends { body?: infer B } ? NonNullable<B> : never;
export type Answer<K extends Operation> = Extract<Awaited<ReturnType<Api[K]>>, Success>['body'];

/** Throws `ApiError` unless the operation succeeds. */
export async function operate<K extends Operation>(
  operation: K,
  args: Arguments<K>,
  options: Omit<Options, 'token'> & { token?: null } = {},
): Promise<Answer<K>> {
  const isOwn = options.token === undefined;
  const token = isOwn ? operatorToken() : null;
  if (isOwn && !token) {
    operatorSignOut();
    throw new ApiError(401, { detail: 'You are signed out.', code: 'signed_out' });
  }
  const headers = {
    // Operations on the operator's own account need a bearer token; the rest need the operators' header.
    ...(token && { authorization: `Bearer ${token}`, 'x-svc-dev-token': token }),
    ...options.headers,
  };
  return (await request(operations[operation], args, { ...options, headers }).catch((error: unknown) => {
    if (isOwn && error instanceof ApiError && error.code === 'unauthenticated' && token === operatorToken()) operatorSignOut();
    throw error;
  })) as Answer<K>;
}
