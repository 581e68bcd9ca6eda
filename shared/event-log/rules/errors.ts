import type { ErrorTable } from '#shared/values/error-table.ts';

export const eventLogErrors = {
  not_replayable: [409, 'Only a rejected event whose content is still stored can be replayed.'],
} as const satisfies ErrorTable;
