import * as z from 'zod';

export const DryRunRequest = z
  .object({ dry_run: z.boolean().default(false).meta({ description: '`true` counts and grants nothing.' }) })
  .meta({ id: 'DryRunRequest' })
  .optional();
