import * as z from 'zod';

export const offeredRepairs = ['send_missing'] as const;

export const RepairRequest = z
  .object({ preview_id: z.string().min(1).max(100).meta({ description: 'The ID of a fresh preview.' }) })
  .meta({ id: 'RepairRequest' });
