import * as z from 'zod';
import { accountIdField } from '#shared/messages/owner-fields.ts';

export const ErasureMessage = z.object({
  account_id: accountIdField,
  task_id: z.string(),
  selector: z.union([z.object({ userHash: z.string() }), z.object({ clickIds: z.array(z.string()), unnamed: z.literal(true).optional() })]),
  /** Messages of versions before tombstones have no end and still apply. */
  until: z.iso.datetime().optional(),
  late: z.boolean().optional(),
  names: z
    .object({
      environment: z.enum(['live', 'test']),
      before: z.string().optional(),
      part: z.int().min(0),
    })
    .optional(),
});
