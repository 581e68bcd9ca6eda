import type { Problem } from '#shared/http/errors.ts';
import { Email } from './fields.ts';

/** For an endpoint's `check`: the problem of a body whose `email` is one of the reserved. */
export function reservedEmailProblems(body: unknown, isReserved: (email: string) => boolean): Problem[] {
  const { data } = Email.safeParse((body as { email?: unknown } | null | undefined)?.email);
  if (data === undefined || !isReserved(data)) return [];
  return [{ type: 'value_error', loc: ['body', 'email'], msg: 'This address is reserved' }];
}
