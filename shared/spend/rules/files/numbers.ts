import { minorUnitDigits } from '#shared/values/currencies.ts';

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
const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

/** A figure such as `1.234,5` proves a decimal comma, `12.50` a point, and `40,000` or `7` neither. */
function provenMark(figure: string): DecimalMark | null {
  const [points, commas] = [figure.split('.').length - 1, figure.split(',').length - 1];
  if (points > 0 && commas > 0) return figure.lastIndexOf('.') > figure.lastIndexOf(',') ? '.' : ',';
  // A repeated mark in a number separates thousands.
  if (points > 1) return ',';
  if (commas > 1) return '.';
  if ((points === 0 && commas === 0) || openMark(figure) !== null) return null;
  return points === 1 ? '.' : ',';
}

const openMark = (figure: string) =>
  (/^-?[1-9]\d{0,2}([.,])\d{3}$/.exec(figure)?.[1] ?? null) as DecimalMark | null;

export type FigureKind = { currency: string | null } | 'count' | 'figure';

function clueOf(figure: string, kind: FigureKind) {
  const digits = typeof kind === 'object' && kind.currency !== null ? minorUnitDigits(kind.currency) : 2;
  const proven = provenMark(figure);
  if (proven !== null) return { clue: digits === 0 ? 'provenWithout' : 'proven', mark: proven } as const;
  const mark = openMark(figure);
  if (mark === null) return null;
  if (digits === 0) return { clue: 'thousands', mark: otherMark(mark) } as const;
  if (kind === 'count') return { clue: 'hint', mark: otherMark(mark) } as const;
  if (digits === 3 && mark === '.') return { clue: 'hint', mark } as const;
  return { clue: 'open', mark } as const;
}

export const isOpen = (figure: string, kind: FigureKind): boolean => clueOf(figure, kind)?.clue === 'open';

export const unclearMark =
  'It is not clear whether the mark separates thousands or decimals: write 25000.00 for twenty-five thousand, or 25.00 for twenty-five';

export function markFinder() {
  const marks = {
    proven: new Set<DecimalMark>(),
    provenWithout: new Set<DecimalMark>(),
    thousands: new Set<DecimalMark>(),
    hint: new Set<DecimalMark>(),
    open: new Set<DecimalMark>(),
  };
  return {
    add(figure: string, kind: FigureKind): void {
      const clue = clueOf(figure, kind);
      if (clue) marks[clue.clue].add(clue.mark);
    },
    found(ofHeadings: DecimalMark | null): DecimalMark | 'mixed' | 'unclear' {
      // Computed amounts, such as 33.3333 yen, have decimals in a currency without them.
      const ofAmounts = marks.provenWithout.size > 0 ? marks.provenWithout : marks.thousands;
      const proven = marks.proven.union(ofAmounts);
      const clues = proven.size > 0 ? proven : marks.hint;
      if (clues.size > 1) return 'mixed';
      if (proven.size === 0 && marks.open.size > 0) {
        const [mark = ofHeadings] = clues;
        return mark === null || marks.open.has(mark) ? 'unclear' : mark;
      }
      return clues.values().next().value ?? '.';
    },
  };
}

export function plainFigure(figure: string, mark: DecimalMark): string {
  const thousands = otherMark(mark);
  const [whole = '', fraction] = figure.split(mark);
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{2,3})*$`).test(whole);
  if (whole.includes(thousands) && !isGrouped) return figure;
  const digits = whole.replaceAll(thousands, '') || '0';
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
