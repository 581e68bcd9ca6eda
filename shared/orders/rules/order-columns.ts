import type { ValueForm } from './order.ts';
import type { ColumnName, OrderExport } from './order-export.ts';
import { orderExports } from './order-exports.ts';
import type { OrderField } from './sent-order.ts';
import { afterRefunds } from './woocommerce.ts';

export type OrderColumns = Partial<Record<ColumnName, number>>;
export type HeadedColumns = {
  format: string;
  at: OrderColumns;
  /** The columns that may have the ID of an order, the usual one first. */
  idColumns: number[];
  valueForm: ValueForm;
  unknown: OrderField[];
  isUtc: boolean;
  isEnglish: boolean;
};

const tidy = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

export function orderColumnsOf(cells: readonly string[], namedHeadings: Partial<Record<OrderField, string>>): HeadedColumns | null {
  const headings = cells.map(tidy);
  for (const [format, orderExport] of Object.entries(orderExports)) {
    const isFormat = orderExport.signs.some((group) => group.every((sign) => headings.includes(sign)));
    const headed = isFormat ? columnsOf(headings, { format, ...orderExport }, namedHeadings) : null;
    if (headed) return headed;
  }
  return null;
}

function columnsOf(
  headings: readonly string[],
  { format, ...orderExport }: OrderExport & { format: string },
  namedHeadings: Partial<Record<OrderField, string>>,
): HeadedColumns | null {
  const at: OrderColumns = {};
  const unknown: OrderField[] = [];
  for (const [field, heading] of Object.entries(namedHeadings) as [OrderField, string][]) {
    const place = headings.indexOf(tidy(heading));
    if (place < 0) unknown.push(field);
    else at[field] = place;
  }
  const placesOf = (names: string) =>
    names.split('|').flatMap((name) => {
      const place = headings.indexOf(name);
      return place < 0 ? [] : [place];
    });
  let isEnglish = true;
  for (const [field, english] of Object.entries(orderExport.headings) as [ColumnName, string][]) {
    if (field !== 'kind' && namedHeadings[field] !== undefined) continue;
    const foreign = orderExport.foreignHeadings?.[field];
    const used = new Set(Object.values(at));
    const free = placesOf(foreign ? `${english}|${foreign}` : english).find((place) => !used.has(place));
    if (free === undefined) continue;
    at[field] = free;
    if (!english.split('|').includes(headings[free] ?? '')) isEnglish = false;
  }
  if (at.order_id === undefined || at.occurred_at === undefined || at.value === undefined) return null;
  const used = new Set(Object.entries(at).flatMap(([field, place]) => (field === 'order_id' ? [] : [place])));
  const candidates = namedHeadings.order_id === undefined ? placesOf(orderExport.headings.order_id ?? '') : [];
  const others = candidates.filter((place) => place !== at.order_id && !used.has(place));
  const valueHeading = headings[at.value] ?? '';
  const isUtc = /(?:^|[^a-z])utc(?:[^a-z]|$)/.test(headings[at.occurred_at] ?? '');
  return {
    format,
    at,
    unknown,
    isUtc,
    isEnglish,
    idColumns: [at.order_id, ...others],
    valueForm: afterRefunds.has(valueHeading) ? 'after_refunds' : orderExport.valueForm,
  };
}
