import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import { type Difference, importModes } from '#shared/spend/rules/difference.ts';
import { spendWarnings } from '#shared/spend/rules/lost-ids.ts';
import { importStatuses, type SpendImport } from '#shared/spend/rules/spend-imports.ts';
import { money } from '#shared/values/decimal.ts';

const count = (description: string) => z.int().min(0).meta({ description });

export const differenceFields = {
  added: count('The number of new rows.'),
  changed: count('The number of rows with different figures or names.'),
  removed: count('The number of removed rows.'),
  spend_before: z.string().meta({
    description: 'The spend of these days before the import, as an exact decimal. `spend_by_currency` names its currencies.',
  }),
  spend_after: z.string().meta({ description: 'The spend of these days after the import, as an exact decimal.' }),
  spend_by_currency: z.array(z.object({ currency: z.string(), spend_before: z.string(), spend_after: z.string() })).meta({
    description:
      'The same amounts, each with its currency: an import may replace days in another currency. Empty if the currency of an earlier import is not stored.',
  }),
};
export const differenceFieldsOf = (
  { added, changed, removed, spendBefore, spendAfter, byCurrency }: Difference,
  currency: string | null = null,
) => ({
  added,
  changed,
  removed,
  spend_before: money(spendBefore),
  spend_after: money(spendAfter),
  spend_by_currency: (byCurrency ?? (currency === null ? [] : [{ currency, before: spendBefore, after: spendAfter }])).map((of) => ({
    currency: of.currency,
    spend_before: money(of.before),
    spend_after: money(of.after),
  })),
});

export const readingFields = {
  warnings: z
    .array(
      z.object({
        code: z.enum(spendWarnings),
        fields: z.array(z.string()).meta({ description: 'The columns.' }),
        message: z.string(),
      }),
    )
    .meta({
      description:
        'What the reader of the file decided. `rounded_id`: a spreadsheet rounded the IDs of these columns, so the rows go by name. `id_of_several_names`: the lines of one ID have different names, so they are kept apart by name. `read_as_windows_1252`: the text is not in UTF-8. `read_as_workbook`: the message names the sheet. `currency_changed`: the rows have another currency than the last import of the ad account, so they may be of another account.',
    }),
  total_difference: z
    .object({
      amount: z.string().meta({ description: 'The difference, as an exact decimal.' }),
      currency: z.string(),
    })
    .nullable()
    .meta({
      description:
        "The file's own total less the sum of its rows, if rounding explains it: at most half of the smallest unit for each row. A larger difference is 422 `total_differs`.",
    }),
};
export const readingFieldsOf = ({ warnings = [], totalDifference = null }: Pick<SpendImport, 'warnings' | 'totalDifference'>) => ({
  warnings,
  total_difference: totalDifference,
});

export const SpendProblems = z
  .array(
    z.object({
      line: z.int().nullable().meta({ description: 'The line of the file, or the index in `rows`, which starts at 0.' }),
      field: z.string().nullable().meta({ description: 'Field of the problem, or `null`.' }),
      code: z.string(),
      message: z.string(),
    }),
  )
  .meta({ description: 'The first 200 problems of an import that failed in the background.' });

const Skipped = z
  .object({
    title: z.int().meta({ description: 'Lines of titles and headings.' }),
    blank: z.int().meta({ description: 'Blank lines.' }),
    total: z.int().meta({ description: 'Lines of totals.' }),
    note: z.int().meta({ description: 'Lines of notes.' }),
  })
  .meta({
    description: 'The numbers of lines in the file that are not rows: titles, blank lines, totals and notes.',
  });

export const SpendImportRecord = z
  .object({
    import_id: z.string().meta({ description: 'Id of the import.' }),
    status: z.enum(importStatuses).meta({
      description: '`undoing` means that the days of the import are being restored, one after another.',
    }),
    unchanged: z.boolean().meta({ description: '`true` if the same content counted already, so that nothing changed.' }),
    environment: Environment,
    network: z.string().meta({ description: 'The ad network, such as `google_ads`.' }),
    account: z.string().meta({ description: 'The ad account at its network.' }),
    mode: z.enum(importModes).meta({ description: '`replace_days` or `upsert`.' }),
    currency: z.string().nullable().meta({ description: 'The currency of the request; `null` if the file names the currency.' }),
    time_zone: z.string().meta({ description: 'The IANA time zone of the days.' }),
    pixel_key: z.string().nullable(),
    rows: count('The number of rows after lines of the same ad and day were added up.'),
    summed: count('The number of lines that were added to another line of the same ad and day, such as lines split by device.'),
    skipped: Skipped.nullable().meta({
      description: 'Lines of the file without a row, by kind; `null` for JSON.',
    }),
    days: count('The number of days with rows.'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    ...differenceFields,
    ...readingFields,
    percent: z.int().min(0).max(100).meta({ description: 'The percentage of days that are visible.' }),
    problems: SpendProblems,
    problem_count: z.int().meta({ description: 'Number of problems of the file.' }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    undone_at: z.iso.datetime().nullable().meta({ description: 'When the import was taken back, or `null`.' }),
    created_by: z.object({ kind: z.string(), id: z.string().nullable() }).meta({ description: 'The person or key that made the import.' }),
  })
  .meta({ id: 'SpendImport' });

export const spendImportRecordOf = (spendImport: SpendImport): z.input<typeof SpendImportRecord> => ({
  import_id: spendImport.id,
  status: spendImport.status,
  unchanged: spendImport.isUnchanged ?? false,
  environment: spendImport.environment,
  network: spendImport.network,
  account: spendImport.adAccount,
  mode: spendImport.mode,
  currency: spendImport.currency,
  time_zone: spendImport.timeZone,
  pixel_key: spendImport.pixelKey,
  rows: spendImport.rows,
  summed: spendImport.summed,
  skipped: spendImport.skipped,
  days: spendImport.days,
  from: spendImport.from,
  to: spendImport.to,
  ...differenceFieldsOf(spendImport.difference, spendImport.currency),
  ...readingFieldsOf(spendImport),
  percent: spendImport.status === 'pending' || spendImport.status === 'running' ? percentOf(spendImport) : 100,
  problems: spendImport.problems,
  problem_count: spendImport.problemCount,
  created_at: spendImport.createdAt,
  completed_at: spendImport.completedAt ?? null,
  undone_at: spendImport.undoneAt ?? null,
  created_by: { ...spendImport.by },
});

const percentOf = ({ published, days }: SpendImport) => (days === 0 ? 0 : Math.min(99, Math.floor((published * 100) / days)));

export const exampleImport: z.input<typeof SpendImportRecord> = {
  import_id: 'spend_0mi8gq3k07Rk2VbXq9LmT4c',
  status: 'completed',
  unchanged: false,
  environment: 'live',
  network: 'google_ads',
  account: 'default',
  mode: 'replace_days',
  currency: 'USD',
  time_zone: 'America/New_York',
  pixel_key: null,
  rows: 1,
  summed: 0,
  skipped: null,
  days: 1,
  from: '2026-11-20',
  to: '2026-11-20',
  added: 0,
  changed: 1,
  removed: 1,
  spend_by_currency: [{ currency: 'USD', spend_before: '15.00', spend_after: '12.00' }],
  warnings: [],
  total_difference: null,
  spend_before: '15.00',
  spend_after: '12.00',
  percent: 100,
  problems: [],
  problem_count: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.120Z',
  undone_at: null,
  created_by: { kind: 'user', id: '245813760001024' },
};
export const exampleImportId = exampleImport.import_id;
