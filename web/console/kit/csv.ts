export type Rows = readonly (readonly (string | number | null)[])[];

/**
 * Writes a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function csvOf(header: readonly string[], rows: Rows): string {
  return [header, ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/**
 * Matches the start of a formula, including full-width and small signs that some spreadsheets accept, after
 * invisible characters.
 */
const formula =
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zs}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

function cellOf(value: string | number | null): string {
  const isRisky = typeof value === 'string' && formula.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isRisky ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
