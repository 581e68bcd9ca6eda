import { ApiError } from '../core/api.ts';

export function missingRates(error: unknown): string[] {
  const { detail } = error instanceof ApiError ? error.body : {};
  const problems = Array.isArray(detail) ? (detail as { type: string; msg: string }[]) : [];
  return problems.filter(({ type }) => type === 'rate_missing').map(({ msg }) => msg.replace(/ Set it with `[^`]*`$/, ''));
}
