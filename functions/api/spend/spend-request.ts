import * as z from 'zod';
import { CurrencyCode } from '#functions/api/currency-code.ts';
import { hasOneFile, jsonColumns, uploadId } from '#functions/api/file-fields.ts';
import { Network } from '#functions/api/network-schema.ts';
import { environmentField } from '#functions/api/owner-scope.ts';
import { TimeZone } from '#functions/api/read-scope.ts';
import { plainField } from '#shared/conversions/event-fields.ts';
import { dateFormats } from '#shared/files/dates.ts';
import { importModes } from '#shared/spend/rules/difference.ts';
import { columnFields } from '#shared/spend/rules/files/columns.ts';
import { Rows } from '#shared/spend/rules/row-schema.ts';

const Columns = z.partialRecord(z.enum(columnFields), z.string().min(1).max(200)).meta({
  description: `The headings of your file, by what each column holds (${columnFields.join(', ')}). Only a file that is not recognised needs them.`,
});
const dryRun = '`true` returns what would change, and changes nothing.';

const facts = {
  network: Network,
  account: plainField(100).default('default').meta({
    description: 'Your ID or name for the ad account at its network. Days of two ad accounts never replace each other.',
  }),
  currency: CurrencyCode.optional().meta({
    description: 'The currency of the amounts, a code of ISO 4217. It is optional if the file names the currency.',
  }),
  time_zone: TimeZone.default('UTC').meta({
    description: 'The IANA time zone of the ad account, in which its days begin and end. Days are never split.',
  }),
  mode: z.enum(importModes).default('replace_days').meta({
    description:
      '`replace_days` replaces each day of the import as a whole, so that a row that a corrected report no longer has is removed. `upsert` adds and replaces single rows, and removes none.',
  }),
  pixel_key: z.string().max(100).optional().meta({
    description: 'The public key of the pages to which the ads lead, if all of them lead to pages of one key.',
  }),
  date_format: z.enum(dateFormats).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026. It is required if the dates of the file do not show their order.',
  }),
};

export const SpendImportRequest = z
  .object({
    ...facts,
    columns: Columns.optional(),
    dry_run: z.boolean().default(false).meta({ description: dryRun }),
    rows: Rows.optional().meta({ description: 'The rows.' }),
    upload_id: uploadId,
  })
  .refine(hasOneFile, {
    error: 'Exactly one of rows and upload_id',
    path: ['rows'],
  })
  .meta({ id: 'SpendImportRequest' });

/**
 * Query fields have no defaults, because a default would hide a fact that a JSON request wrongly sent in the
 * query.
 */
export const SpendImportQuery = z
  .object({
    ...facts,
    account: facts.account.removeDefault().meta({ description: 'Your id or name of the ad account at its network. Only with a file.' }),
    time_zone: facts.time_zone.removeDefault().meta({ description: 'The IANA time zone of the days. Only with a file.' }),
    mode: facts.mode.removeDefault().meta({ description: '`replace_days` (default) or `upsert`. Only with a file.' }),
    network: Network.meta({
      description: `${Network.meta()?.description} It is optional for a report that is recognised by its headings.`,
    }),
  })
  .partial()
  .extend({
    environment: environmentField,
    columns: jsonColumns(Columns).meta({
      description: 'Only with a file. A JSON object, such as `{"day":"Datum","spend":"Kosten"}`.',
    }),
    dry_run: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: `Only with a file. ${dryRun}` }),
  });

export type SpendFacts = Pick<
  z.output<typeof SpendImportRequest>,
  'network' | 'account' | 'currency' | 'time_zone' | 'mode' | 'pixel_key' | 'date_format' | 'columns' | 'dry_run'
>;
