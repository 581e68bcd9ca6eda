/** Why a line of a file is no order of the comparison. */
export const skipReasons = [
  ...(['blank', 'continued', 'no_order_id', 'not_a_sale', 'excluded', 'another_attempt'] as const),
  ...(['refund_of_other_order', 'refund_in_other_currency'] as const),
] as const;
export type SkipReason = (typeof skipReasons)[number];
export type SkippedRows = Record<'blank' | 'continued', number> &
  Partial<Record<SkipReason, number>> & { lines?: { line: number; reason: SkipReason }[] };

/** Blank lines and further lines of an order are counted, and not listed. */
const maxLines = 100;

export function skippedRows() {
  const counts: Partial<Record<SkipReason, number>> = {};
  const lines: { line: number; reason: SkipReason }[] = [];
  return {
    add(line: number, reason: SkipReason): void {
      counts[reason] = (counts[reason] ?? 0) + 1;
      if (reason !== 'blank' && reason !== 'continued' && lines.length < maxLines) lines.push({ line, reason });
    },
    end: (): SkippedRows => ({
      blank: 0,
      continued: 0,
      ...counts,
      lines: lines.sort((a, b) => a.line - b.line),
    }),
  };
}
