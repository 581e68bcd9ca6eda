export type Rows = readonly (readonly (string | number | null)[])[];

/** The form is RFC 4180. An apostrophe precedes a text that a spreadsheet would run as a formula. */
export function csvOf(header: readonly string[], rows: Rows): string {
  return [header, ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** Some spreadsheets accept full-width and small signs, and invisible characters before them. */
const formula =
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zs}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

function cellOf(value: string | number | null): string {
  const isRisky = typeof value === 'string' && formula.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isRisky ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
