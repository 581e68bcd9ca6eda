import * as z from 'zod';

export const Would = z
  .object({
    actions: z
      .array(
        z.object({
          action: z.string().meta({ description: 'What was done, such as `grant_credits`.' }),
          user_id: z.int().nullable(),
          details: z.record(z.string(), z.unknown()).meta({ description: 'Details of the action.' }),
        }),
      )
      .meta({ description: 'Entries of the audit log that the request would add.' }),
    items: z
      .array(
        z.object({
          table: z.string().meta({ description: 'Table of the items.' }),
          kind: z.string().meta({ description: 'Kind of the items, such as `user`.' }),
          change: z.enum(['create', 'update', 'remove']).meta({ description: 'What would happen to them.' }),
          count: z.int().min(1),
        }),
      )
      .meta({ description: 'Stored items that would change, by their kind.' }),
    effects: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int().min(1) })).meta({
      description: 'What would be sent or called: e-mails, notices, tasks, messages of queues, and calls of the payment processor.',
    }),
  })
  .meta({ id: 'DryRunPlan' });
export type Would = z.input<typeof Would>;

export const DryRunFields = z
  .object({
    dry_run: z.literal(true).optional().meta({ description: 'Only for a dry run: nothing was changed or sent.' }),
    would: Would.optional().meta({ description: 'Only for a dry run: what the request would change.' }),
  })
  .meta({ id: 'DryRunFields' });
