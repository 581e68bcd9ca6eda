import * as z from 'zod';
import { TimeZone } from '#functions/api/read-scope.ts';
import { plainField } from '#shared/conversions/event-fields.ts';
import { importModes } from '#shared/spend/rules/difference.ts';
import { dateFormats } from '#shared/spend/rules/files/dates.ts';
import { columnFields } from '#shared/spend/rules/files/headings.ts';
import { Rows } from '#shared/spend/rules/row-schema.ts';
import { environmentField } from './spend-scope.ts';

export const Network = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _ expected, such as google_ads')
  .meta({
    description:
      '`google_ads`, `meta`, `microsoft_ads`, `tiktok`, `linkedin`, `assistant`, or a word of your own.',
  });
const Columns = z.partialRecord(z.enum(columnFields), z.string().min(1).max(200)).meta({
  description: `Headings of your file by what their columns hold (${columnFields.join(', ')}), for files that are not recognised.`,
});
const dryRun = 'Return what would change, and change nothing.';

/** What is said of all rows: in the body beside `rows`, in the query beside a file. */
const facts = {
  network: Network,
  account: plainField(100).default('default').meta({
    description:
      'Your id or name of the ad account at its network. Days of two ad accounts never replace each other.',
  }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Three capital letters expected, such as USD')
    .optional()
    .meta({ description: 'Currency of the amounts. Optional if the file names it.' }),
  time_zone: TimeZone.default('UTC').meta({
    description: 'The IANA time zone of the days, which is that of the ad account. Days are never split.',
  }),
  mode: z.enum(importModes).default('replace_days').meta({
    description:
      '`replace_days`: each day of the import replaces that day of the ad account whole, so that a row that is gone from a corrected report goes. `upsert`: row by row.',
  }),
  pixel_key: z.string().max(100).optional().meta({
    description: 'The public key whose pages the ads lead to, if it is one alone.',
  }),
  date_format: z.enum(dateFormats).optional().meta({
    description:
      'Of dates of two numbers, such as 03/04/2026. Without it, such dates must settle their order.',
  }),
};

export const SpendImportRequest = z
  .object({
    ...facts,
    columns: Columns.optional(),
    dry_run: z.boolean().default(false).meta({ description: dryRun }),
    rows: Rows.optional(),
    upload_id: z.string().max(100).optional().meta({
      description:
        'A file that was sent to an address of `createUpload`, instead of `rows`: a CSV file, or JSON with `rows`.',
    }),
  })
  .refine(({ rows, upload_id }) => (rows === undefined) !== (upload_id === undefined), {
    error: 'Exactly one of rows and upload_id',
    path: ['rows'],
  })
  .meta({ id: 'SpendImportRequest' });

/** What a file's request says in its query. */
export const SpendImportQuery = z
  .object({
    ...facts,
    account: facts.account.removeDefault(),
    time_zone: facts.time_zone.removeDefault(),
    mode: facts.mode.removeDefault(),
  })
  .partial()
  .extend({
    environment: environmentField,
    columns: z
      .string()
      .max(4000)
      .transform((text, context) => {
        try {
          const read = Columns.safeParse(JSON.parse(text));
          if (read.success) return read.data;
        } catch {
          // Reported below.
        }
        context.addIssue({ code: 'custom', message: 'A JSON object of headings by column expected' });
        return z.NEVER;
      })
      .optional()
      .meta({ description: 'Only with a file: JSON, such as `{"day":"Datum","spend":"Kosten"}`.' }),
    dry_run: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: `Only with a file. \`true\`: ${dryRun}` }),
  });

export type SpendFacts = Pick<
  z.output<typeof SpendImportRequest>,
  | 'network'
  | 'account'
  | 'currency'
  | 'time_zone'
  | 'mode'
  | 'pixel_key'
  | 'date_format'
  | 'columns'
  | 'dry_run'
>;
