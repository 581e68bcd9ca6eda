/** What networks write for "none". */
const none = new Set(['', '-', '--', '—', '–', 'n/a', 'null']);

/** A cell as a number may be written: without its currency sign, spaces and apostrophes; `null` for none. */
export function figureOf(cell: string): string | null {
  const text = cell
    .normalize('NFKC')
    .replace(/[\s'’\p{Sc}\p{Cf}]/gu, '')
    // Of `US$`, `R$` and codes.
    .replace(/^[A-Z]{1,3}(?=[\d.,-])|(?<=[\d.,])[A-Z]{3}$/, '')
    .replace(/^\u2212/, '-')
    .replace(/^\((.*)\)$/, '-$1');
  return none.has(text.toLowerCase()) ? null : text;
}

export type DecimalMark = '.' | ',';

/** The mark that a figure proves to be before decimals: `1.234,5` a comma, `12.50` a point, `40,000` and `7` neither. */
export function provenMark(figure: string): DecimalMark | null {
  const [points, commas] = [figure.split('.').length - 1, figure.split(',').length - 1];
  if (points > 0 && commas > 0) return figure.lastIndexOf('.') > figure.lastIndexOf(',') ? '.' : ',';
  // Several of one mark separate thousands, so that the other one is the decimal mark.
  if (points > 1) return ',';
  if (commas > 1) return '.';
  if (points === 0 && commas === 0) return null;
  const mark = points === 1 ? '.' : ',';
  const [whole = '', fraction = ''] = figure.replace('-', '').split(mark);
  // Three digits behind it may be thousands.
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return mayBeThousands ? null : mark;
}

/** A figure with a point before its decimals and nothing between thousands; as it is, if it has another form. */
export function plainFigure(figure: string, mark: DecimalMark): string {
  const thousands = mark === '.' ? ',' : '.';
  const [whole = '', fraction] = figure.split(mark);
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{2,3})*$`).test(whole);
  if (whole.includes(thousands) && !isGrouped) return figure;
  const digits = whole.replaceAll(thousands, '') || '0';
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
