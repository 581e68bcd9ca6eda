import type { Problem } from '#shared/values/errors.ts';
import { Email } from './fields.ts';

/** Reports a reserved e-mail, for the `check` of an endpoint. */
export function reservedEmailProblems(
  body: unknown,
  isReserved: (email: string) => boolean,
  field: 'email' | 'new_email' = 'email',
): Problem[] {
  const { data } = Email.safeParse(
    (body as { [name in typeof field]?: unknown } | null | undefined)?.[field],
  );
  if (data === undefined || !isReserved(data)) return [];
  return [{ type: 'value_error', loc: ['body', field], msg: 'This address is reserved' }];
}
