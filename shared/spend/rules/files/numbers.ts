const none = new Set(['', '-', '--', '—', '–', 'n/a', 'null']);

export function figureOf(cell: string): string | null {
  const text = cell
    .normalize('NFKC')
    .replace(/[\s'’\p{Sc}\p{Cf}]/gu, '')
    // The letters to remove belong to `US$`, `R$` and currency codes.
    .replace(/^[A-Z]{1,3}(?=[\d.,-])|(?<=[\d.,])[A-Z]{3}$/, '')
    .replace(/^\u2212/, '-')
    .replace(/^\((.*)\)$/, '-$1');
  return none.has(text.toLowerCase()) ? null : text;
}

export type DecimalMark = '.' | ',';

/** A figure such as `1.234,5` proves a decimal comma, `12.50` a point, and `40,000` or `7` neither. */
export function provenMark(figure: string): DecimalMark | null {
  const [points, commas] = [figure.split('.').length - 1, figure.split(',').length - 1];
  if (points > 0 && commas > 0) return figure.lastIndexOf('.') > figure.lastIndexOf(',') ? '.' : ',';
  // A repeated mark in a number separates thousands, so the other mark is the decimal mark.
  if (points > 1) return ',';
  if (commas > 1) return '.';
  if (points === 0 && commas === 0) return null;
  const mark = points === 1 ? '.' : ',';
  const [whole = '', fraction = ''] = figure.replace('-', '').split(mark);
  // Three digits after a single mark may be thousands.
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return mayBeThousands ? null : mark;
}

export function plainFigure(figure: string, mark: DecimalMark): string {
  const thousands = mark === '.' ? ',' : '.';
  const [whole = '', fraction] = figure.split(mark);
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{2,3})*$`).test(whole);
  if (whole.includes(thousands) && !isGrouped) return figure;
  const digits = whole.replaceAll(thousands, '') || '0';
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
