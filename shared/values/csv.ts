import * as z from 'zod';

export const Bom = z.enum(['true', 'false']).optional().meta({
  description:
    '`true` begins the file with a byte order mark, so that spreadsheet programs read letters such as `é` and `東` right. Only for CSV.',
});

export const withBom = (file: string, bom: z.output<typeof Bom>): string =>
  bom === 'true' ? `\uFEFF${file}` : file;

export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');

/** Some spreadsheets read full-width and small signs as formulas, also behind invisible marks. */
const formula =
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zs}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

/** A spreadsheet runs a formula, so an apostrophe marks it as text (OWASP). */
function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
