import * as z from 'zod';
import { invalid } from '#shared/values/errors.ts';

const form = /^[\x20-\x7e]{1,200}$/;
const message = '1 to 200 printable ASCII characters expected';

export const idempotencyHeaders = (description: string) =>
  z.object({ 'Idempotency-Key': z.string().trim().regex(form, message).optional().meta({ description }) });

export function idempotencyKeyOf(header: (name: string) => string | undefined): string | undefined {
  const key = header('idempotency-key')?.trim();
  if (key === undefined || form.test(key)) return key;
  throw invalid({
    type: 'value_error',
    loc: ['header', 'Idempotency-Key'],
    msg: message,
  });
}
