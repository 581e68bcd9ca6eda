import { ApiError } from '../core/api.ts';

/** The messages of a report whose amounts cannot be converted; empty for any other error. */
export function missingRates(error: unknown): string[] {
  const { detail } = error instanceof ApiError ? error.body : {};
  const problems = Array.isArray(detail) ? (detail as { type: string; msg: string }[]) : [];
  return problems
    .filter(({ type }) => type === 'rate_missing')
    .map(({ msg }) => msg.replace(/ Set it with `[^`]*`$/, ''));
}
