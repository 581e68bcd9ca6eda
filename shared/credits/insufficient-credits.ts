import { type ApiError, fail } from '#shared/values/errors.ts';
import { creditErrors } from './errors.ts';

export function insufficientCredits({ billingPortalUrl }: { billingPortalUrl?: string | undefined }): ApiError {
  if (!billingPortalUrl) return fail(creditErrors.insufficient_credits);
  const { next } = creditErrors.insufficient_credits;
  return fail(creditErrors.insufficient_credits, {
    next: { ...next, title: 'Buy credits', url: billingPortalUrl },
  });
}
