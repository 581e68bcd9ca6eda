import * as z from 'zod';
import { adjustmentReasons } from '#shared/conversions/rules/adjustments.ts';

export const AdjustmentRecord = z
  .object({
    adjustment_id: z.string().meta({ description: 'Id of the adjustment.' }),
    net_value: z.string().meta({ description: 'What remained of the value, as an exact decimal.' }),
    reason: z.enum(adjustmentReasons),
    effective_at: z.iso.datetime().meta({ description: 'When the value changed.' }),
    adjusted_at: z.iso.datetime().meta({ description: 'When the adjustment arrived.' }),
    adjusted_by: z
      .object({ kind: z.string(), id: z.string().nullable() })
      .meta({ description: 'The key (`key`) or person (`user`); `operator` without an ID is our support.' }),
    repeated_at: z.iso.datetime().optional().meta({
      description: 'When its last repeat without `effective_at` arrived. An adjustment from before this time is superseded.',
    }),
    note: z.string().optional().meta({ description: 'Your own words about the adjustment.' }),
  })
  .meta({ id: 'Adjustment' });

export const exampleRecord: z.input<typeof AdjustmentRecord> = {
  adjustment_id: 'adj_9f86d081884c7d659a2fea',
  net_value: '19.99',
  reason: 'refund',
  effective_at: '2026-11-24T10:00:00.000Z',
  adjusted_at: '2026-11-24T10:00:03.120Z',
  adjusted_by: { kind: 'key', id: 'key_7Rk2VbXq9LmT4cWz0NpYsA' },
};
