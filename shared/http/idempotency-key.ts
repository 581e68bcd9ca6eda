import * as z from 'zod';
import { invalid } from './errors.ts';

/** The header, as the documentation shows it. */
export const idempotencyHeaders = (description: string) =>
  z.object({ 'Idempotency-Key': z.string().min(1).max(200).optional().meta({ description }) });

/** The request's `Idempotency-Key`: 1 to 200 printable ASCII characters; `undefined` when none was sent. */
export function idempotencyKeyOf(header: (name: string) => string | undefined): string | undefined {
  const key = header('idempotency-key')?.trim();
  if (key === undefined || /^[\x20-\x7e]{1,200}$/.test(key)) return key;
  throw invalid({
    type: 'value_error',
    loc: ['header', 'Idempotency-Key'],
    msg: '1 to 200 printable ASCII characters expected',
  });
}
