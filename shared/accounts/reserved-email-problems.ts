import type { Problem } from '#shared/values/errors.ts';
import { Email } from './fields.ts';

export function reservedEmailProblems(
  body: unknown,
  isReserved: (email: string) => boolean,
  field: 'email' | 'new_email' = 'email',
): Problem[] {
  const { data } = Email.safeParse((body as { [name in typeof field]?: unknown } | null | undefined)?.[field]);
  if (data === undefined || !isReserved(data)) return [];
  return [{ type: 'value_error', loc: ['body', field], msg: 'This address is reserved' }];
}
