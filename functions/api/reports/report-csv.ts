import * as z from 'zod';
import { type Bom, withBom } from '#shared/http/csv-endpoint.ts';
import { asForm, raw } from '#shared/http/endpoint.ts';
import { csvOf } from '#shared/values/csv.ts';

export const csvForm = raw('text/csv; charset=utf-8', 'The report as a file for spreadsheets.');

export const csvText =
  'The response is a CSV file for spreadsheets: with a read-only key in `key`, the address alone is enough ' +
  '(`=IMPORTDATA("https://….csv?key=rk_live_…")`). Texts that a spreadsheet would run as a formula begin with an ' +
  'apostrophe. `bom=true` helps spreadsheet programs to read letters other than ASCII.';

export const csvHint = (operation: string) =>
  `With \`format=csv\`, or \`Accept: text/csv\`, the response is the CSV file of \`${operation}\`.`;

export const Format = z.enum(['json', 'csv']).optional().meta({
  description: '`csv` returns a file for spreadsheets. By default, what `Accept` asks for.',
});

export const asksForCsv = (format: 'json' | 'csv' | undefined, header: (name: string) => string | undefined): boolean =>
  (format ?? (/^text\/csv\b/.test(header('accept') ?? '') ? 'csv' : 'json')) === 'csv';

export function csvAnswer<C extends string>(
  name: string,
  columns: readonly C[],
  rows: readonly Partial<Record<C, string | number | null | undefined>>[],
  bom?: z.output<typeof Bom>,
) {
  const lines = rows.map((row) => columns.map((column) => row[column]));
  return asForm(csvForm, withBom(csvOf([columns, ...lines]), bom), {
    'content-disposition': `attachment; filename="${name}.csv"`,
  });
}
