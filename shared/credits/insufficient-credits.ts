import { type ApiError, fail } from '#shared/values/errors.ts';
import { nextSteps } from '#shared/values/next-steps.ts';

export function insufficientCredits({
  billingPortalUrl,
}: {
  billingPortalUrl?: string | undefined;
}): ApiError {
  const step = nextSteps.insufficient_credits;
  if (!billingPortalUrl || !step) return fail('insufficient_credits');
  return fail('insufficient_credits', { next: { ...step, title: 'Buy credits', url: billingPortalUrl } });
}
