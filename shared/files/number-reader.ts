import { type DecimalMark, type FigureKind, figureOf, isOpen, markFinder, plainFigure } from './numbers.ts';

const currencyOf = (kind: FigureKind) => (typeof kind === 'object' ? kind.currency : null);

export type ReadNumber = { figure: string | null; isUnclear: boolean };
export type NumberReader = ReturnType<typeof numberReader>;

/**
 * The decimal mark of a column is decided once, by all its cells: `see` each cell of the file, then `decide`, then
 * `read` each cell.
 */
export function numberReader() {
  const finders = new Map<string, ReturnType<typeof markFinder>>();
  const decided = new Map<string, DecimalMark | 'mixed' | 'unclear'>();
  return {
    see(column: string, cell: string, kind: FigureKind): void {
      const figure = figureOf(cell, currencyOf(kind));
      if (figure === null) return;
      const finder = finders.get(column) ?? markFinder();
      finders.set(column, finder);
      finder.add(figure, kind);
    },

    /** Returns the columns whose cells contradict each other. `markOfHeadings` is that of the headings' language. */
    decide(markOfHeadings: DecimalMark | null): string[] {
      const clues = [...finders.values()].map((finder) => finder.clues());
      const proven = new Set(clues.flatMap((clue) => [...clue.proven]));
      const hint = new Set(clues.flatMap((clue) => [...clue.hint]));
      for (const [column, finder] of finders) {
        finder.learn({ proven, hint });
        decided.set(column, finder.found(markOfHeadings));
      }
      return [...decided].flatMap(([column, mark]) => (mark === 'mixed' ? [column] : []));
    },

    /** A cell without a number has the figure `null`, and a cell that is no number is returned as it is. */
    read(column: string, cell: string, kind: FigureKind): ReadNumber {
      const figure = figureOf(cell, currencyOf(kind));
      if (figure === null) return { figure, isUnclear: false };
      const mark = decided.get(column);
      return {
        figure: plainFigure(figure, mark === ',' ? ',' : '.'),
        isUnclear: mark === 'unclear' && isOpen(figure, kind),
      };
    },
  };
}
