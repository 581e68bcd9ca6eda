import { numbered } from '../numbered.ts';
import { table } from '../table.ts';
import { oneLine } from '../visible.ts';

type Sums = { currency: string; difference: string }[];
export type Comparison = {
  orders: number;
  excluded: number;
  arrived: number;
  coverage: number | null;
  by_category: { category: string; orders: number; values: Sums }[];
  id_column?: { heading: string; matched: number; tried: number } | null;
  skipped?: ({ lines: { line: number; reason: string }[] } & Record<string, unknown>) | null;
  warnings?: { message: string }[];
  similar_orders?: number;
  ids_do_not_match?: boolean;
};

/** Services before 2026-12 answer without notes about the file and its IDs. */
export function comparisonText(comparison: Partial<Comparison>): string {
  const { orders = 0, excluded = 0, arrived = 0, coverage, by_category: all = [] } = comparison;
  const share = typeof coverage === 'number' ? ` (${Math.round(coverage * 10_000) / 100} %)` : '';
  const rows = all
    .filter((category) => category.orders > 0)
    .map((category) => ({
      category: category.category,
      orders: category.orders,
      difference: category.values.map(({ currency, difference }) => `${difference} ${currency}`).join(', '),
    }));
  const sentences = [
    `${arrived} of ${numbered(orders - excluded, 'order')} arrived${share}.`,
    ...idsText(comparison),
    ...skippedText(comparison.skipped),
    ...unclearText(all),
    ...(comparison.warnings ?? []).map(({ message }) => `Note: ${message}.`),
  ];
  const text = sentences.map(oneLine).join('\n');
  return rows.length > 0 ? `${text}\n\n${table(rows, ['category', 'orders', 'difference'])}` : text;
}

function idsText({ id_column: column, similar_orders: similar = 0, ids_do_not_match: isOther }: Partial<Comparison>): string[] {
  const match = column ? [`IDs of ${column.heading}: ${column.matched} of ${column.tried} tried match.`] : [];
  if (similar === 0) return match;
  const sameEvents = `${numbered(similar, 'missing order')} may be here under another ID: an event has the value, currency and time.`;
  const advice = 'The IDs do not match: name their column with --column order_id=HEADING, or their form with --id-template.';
  return [...match, sameEvents, ...(isOther ? [advice] : [])];
}

function skippedText(skipped: Comparison['skipped']): string[] {
  if (!skipped) return [];
  const listed = new Map<string, number[]>();
  for (const { line, reason } of skipped.lines) listed.set(reason, [...(listed.get(reason) ?? []), line]);
  const reasons = [...listed].map(([reason, lines]) => {
    const all = Number(skipped[reason] ?? lines.length);
    const more = all > lines.length ? `, and ${all - lines.length} more` : '';
    return `${reason} (${all === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`;
  });
  return reasons.length > 0 ? [`Skipped: ${reasons.join('; ')}.`] : [];
}

function unclearText(all: Comparison['by_category']): string[] {
  const orders = all.find(({ category }) => category === 'unclear_status')?.orders ?? 0;
  if (orders === 0) return [];
  const answer = 'Say on the page Books of the console whether it is a sale: no repair includes such orders before.';
  return [`${numbered(orders, 'order')} of a status that no list has. ${answer}`];
}
