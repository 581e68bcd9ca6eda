import type { ErrorTable } from '#shared/values/error-table.ts';

export const creditErrors = {
  insufficient_credits: [
    402,
    'The balance does not cover this operation.',
    { operation: 'listCredits', title: 'See your credits', page: '/console/account/credits' },
  ],
  not_reversible: [
    409,
    'Reversals, and grants whose credits have been used, cannot be reversed. Make an adjustment instead.',
  ],
} as const satisfies ErrorTable;
