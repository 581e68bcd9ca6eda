import { minorUnitDigits } from '#shared/values/currencies.ts';
import { isCurrencyWord } from './currency-words.ts';

const none = new Set(['', '-', '--', '—', '–', 'n/a', 'null', 'nan', '#n/a']);
const maxFigure = 120;

/** The text without its currency. A text that is no number is returned as it is. */
export function figureOf(cell: string, currency: string | null = null): string | null {
  const trimmed = cell.trim();
  if (/^-?\d[\d.,]*$/.test(trimmed) || trimmed.length > maxFigure) return trimmed;
  const text = trimmed
    .normalize('NFKC')
    .replace(/^="(.*)"$/, '$1')
    .replace(/[\s'’\p{Cf}]/gu, '')
    .replace('\u2212', '-');
  if (none.has(text.toLowerCase())) return null;
  const [, start = '', digits, end = ''] = /^(\D*)(\d(?:[\d.,]*\d)?)(\D*)$/.exec(text) ?? [];
  if (digits === undefined || start.includes('(') !== end.includes(')')) return text;
  // A price without cents is written as 5,- or 5:-.
  const tail = end.replace(/^[.,:][-–—]+/, '');
  // A negative amount is written as -5, 5- or (5).
  const isNegative = start.includes('(') || start.includes('-') || tail.endsWith('-');
  const [before, after] = [start, tail].map((word) => word.replace(/[-+()]/g, '')) as [string, string];
  // The point of `Rs.` ends a word, and that of `$.50` begins the decimals.
  const mark = /(?:^|[^\p{L}])([.,])$/u.exec(before)?.[1] ?? '';
  const words = [before.replace(/[.,]$/, ''), after.replace(/^[.,]/, '')];
  if (!words.every((word) => isCurrencyWord(word, currency))) return text;
  return `${isNegative ? '-' : ''}${mark}${digits}`;
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

const openMark = (figure: string) => (/^-?[1-9]\d{0,2}([.,])\d{3}$/.exec(figure)?.[1] ?? null) as DecimalMark | null;

export type FigureKind = { currency: string | null } | 'count' | 'figure';
const currencyOf = (kind: FigureKind) => (typeof kind === 'object' ? kind.currency : null);

function clueOf(figure: string, kind: FigureKind) {
  if (!/^-?[\d.,]+$/.test(figure)) return null;
  const currency = currencyOf(kind);
  const digits = currency !== null ? minorUnitDigits(currency) : 2;
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
export const mixedMarks = 'Some numbers have a comma before their decimals, and some a point';

export function markFinder() {
  const marks = {
    proven: new Set<DecimalMark>(),
    provenWithout: new Set<DecimalMark>(),
    thousands: new Set<DecimalMark>(),
    hint: new Set<DecimalMark>(),
    open: new Set<DecimalMark>(),
  };
  // Computed amounts, such as 33.3333 yen, have decimals in a currency without them.
  const proofs = () => {
    const ofAmounts = marks.provenWithout.size > 0 ? marks.provenWithout : marks.thousands;
    return marks.proven.union(ofAmounts);
  };
  return {
    add(figure: string, kind: FigureKind): void {
      const clue = clueOf(figure, kind);
      if (clue) marks[clue.clue].add(clue.mark);
    },
    /** The other columns decide for a column that proves nothing. */
    learn({ proven, hint }: { proven: ReadonlySet<DecimalMark>; hint: ReadonlySet<DecimalMark> }): void {
      const hasProof = proofs().size > 0;
      if (!hasProof && proven.size === 1) marks.proven = new Set(proven);
      else if (!hasProof && marks.hint.size === 0 && hint.size === 1) marks.hint = new Set(hint);
    },
    clues: () => ({ proven: proofs(), hint: new Set(marks.hint) }),
    found(ofHeadings: DecimalMark | null): DecimalMark | 'mixed' | 'unclear' {
      const proven = proofs();
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
