export type Rows = readonly (readonly (string | number | null)[])[];

/** A CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvOf(header: readonly string[], rows: Rows): string {
  return [header, ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function cellOf(value: string | number | null): string {
  const isRisky = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isRisky ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
