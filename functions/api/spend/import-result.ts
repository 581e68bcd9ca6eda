import * as z from 'zod';
import { differenceFields, exampleImport, SpendImportRecord } from './spend-answer.ts';

const { rows, summed, skipped, days, from, to, status } = SpendImportRecord.shape;

/** With `dry_run`, the fields state what the import would do. */
export const SpendImportResult = z
  .object({
    import_id: z.string().nullable().meta({
      description:
        'The import, or the earlier import whose content the request repeats. `null` for a `dry_run` that would change something.',
    }),
    status,
    unchanged: z
      .boolean()
      .meta({ description: '`true` if the same content counted already, so that nothing changed.' }),
    dry_run: z.boolean(),
    ...{ rows, summed, skipped, days, from, to },
    ...differenceFields,
    problems: z
      .array(z.string())
      .meta({ description: 'Always empty, since an import with a problem returns 422.' }),
    status_url: z.string().nullable(),
  })
  .meta({ id: 'SpendImportResult' });
export type SpendResult = z.input<typeof SpendImportResult>;

export const exampleResult: SpendResult = {
  ...{ import_id: exampleImport.import_id, status: 'completed', unchanged: false, dry_run: false },
  ...{ rows: 1, summed: 0, skipped: null, days: 1, from: '2026-11-20', to: '2026-11-20' },
  ...{ added: 0, changed: 1, removed: 1, spend_before: '15.00', spend_after: '12.00', problems: [] },
  status_url: `/api/v1/spend/imports/${exampleImport.import_id}`,
};
