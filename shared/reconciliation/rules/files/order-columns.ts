import type { OrderField } from '../sent-orders.ts';

export type OrderColumns = Partial<Record<OrderField, number>>;
/** Each text has lower-case headings, separated by bars, the preferred heading first. */
type Headings = Partial<Record<OrderField, string>>;

const ownHeadings: Headings = {
  order_id: 'order_id|order id|order number|order',
  occurred_at: 'occurred_at|created_at|created at|date|time',
  value: 'value|total|amount',
  currency: 'currency',
  status: 'status',
  channel: 'channel',
  test: 'test',
  tax: 'tax|taxes',
  shipping: 'shipping',
  refunded: 'refunded|refund',
  svc_click_id: 'svc_click_id',
  external_user_id: 'external_user_id',
};

/** The headings are from the exports' documentation and files. The first export that fits is chosen. */
export const exportHeadings: Record<string, Headings> = {
  shopify: {
    order_id: 'id|name',
    occurred_at: 'created at|paid at',
    value: 'total',
    currency: 'currency',
    status: 'financial status',
    channel: 'source',
    tax: 'taxes',
    shipping: 'shipping',
    refunded: 'refunded amount',
  },
  stripe: {
    order_id: 'order_id (metadata)|order_number (metadata)|order id (metadata)|invoice id|id',
    occurred_at: 'created date (utc)|created (utc)|created',
    value: 'amount',
    currency: 'currency',
    status: 'status',
    tax: 'tax amount',
    refunded: 'amount refunded',
    svc_click_id: 'svc_click_id (metadata)',
    external_user_id: 'external_user_id (metadata)',
  },
  woocommerce: {
    order_id: 'order id|order #|order number|order_id|order_number',
    occurred_at: 'order date|date|date created|order_date|date_created',
    value: 'order total amount|order total|total|order_total|total sales|net sales|n. revenue',
    currency: 'order currency|currency|order_currency|currency code',
    status: 'order status|status|order_status',
    channel: 'created via|origin|created_via|attribution',
    tax: 'order total tax amount|order tax|total tax|order_tax|tax_total|taxes',
    shipping: 'order shipping amount|order shipping|shipping total|order_shipping|shipping_total|shipping',
    refunded: 'order refund amount|refunded amount|total refunded|refund_total|returns',
  },
  own: ownHeadings,
};
/** Only these headings identify a shop system's export; the remaining headings occur in several exports. */
const signs: Record<string, readonly string[]> = {
  shopify: ['financial status'],
  stripe: ['created date (utc)', 'amount refunded'],
};

const tidy = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

export function orderColumnsOf(
  cells: readonly string[],
  namedHeadings: Partial<Record<OrderField, string>>,
): { format: string; at: OrderColumns; unknown: OrderField[]; isUtc: boolean } | null {
  const headings = cells.map(tidy);
  for (const [format, formatHeadings] of Object.entries(exportHeadings)) {
    if (!(signs[format] ?? []).every((sign) => headings.includes(sign))) continue;
    const at: OrderColumns = {};
    const unknown: OrderField[] = [];
    for (const [field, heading] of Object.entries(namedHeadings) as [OrderField, string][]) {
      const place = headings.indexOf(tidy(heading));
      if (place < 0) unknown.push(field);
      else at[field] = place;
    }
    for (const [field, names] of Object.entries(formatHeadings) as [OrderField, string][]) {
      if (namedHeadings[field] !== undefined) continue;
      const place = names.split('|').map((name) => headings.indexOf(name));
      const free = place.find((column) => column >= 0 && !Object.values(at).includes(column));
      if (free !== undefined) at[field] = free;
    }
    if (at.order_id !== undefined && at.occurred_at !== undefined && at.value !== undefined)
      return { format, at, unknown, isUtc: /\butc\b/.test(headings[at.occurred_at] ?? '') };
  }
  return null;
}
