import { declaredErrors } from '#shared/values/declared-errors.ts';

export const creditErrors = /* @__PURE__ */ declaredErrors({
  insufficient_credits: [
    402,
    'The balance does not cover this operation.',
    { operation: 'listCredits', title: 'See your credits', page: '/console/account/credits' },
  ],
  not_reversible: [409, 'Reversals, and grants whose credits have been used, cannot be reversed. Make an adjustment instead.'],
});
