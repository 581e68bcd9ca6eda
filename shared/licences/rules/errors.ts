import type { ErrorTable } from '#shared/values/error-table.ts';

export const licenceErrors = {
  licence_taken: [409, 'This licence belongs to another account.'],
  licence_not_active: [409, 'This licence is not active.'],
  team_full: [409, 'Every seat of this licence is taken.'],
} as const satisfies ErrorTable;
