import { type ApiError, fail } from '#shared/values/errors.ts';
import { creditErrors } from './rules/errors.ts';

export function insufficientCredits({
  billingPortalUrl,
}: {
  billingPortalUrl?: string | undefined;
}): ApiError {
  if (!billingPortalUrl) return fail('insufficient_credits');
  const [, , step] = creditErrors.insufficient_credits;
  return fail('insufficient_credits', { next: { ...step, title: 'Buy credits', url: billingPortalUrl } });
}
