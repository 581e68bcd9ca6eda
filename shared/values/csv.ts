type Value = string | number | null | undefined;
export type Rows = readonly (readonly Value[])[];

/** The CSV form is RFC 4180's. A text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP). */
export const csvOf = (rows: Rows): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Some spreadsheets read full-width signs as formulas. */
const formula = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zs}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

function cellOf(value: Value): string {
  const text = String(value ?? '');
  const safe = formula.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
