// cspell:disable -- headings of shops in several languages
import type { OrderField } from '../read-order.ts';

/** `kind` says what a row of a balance is: a sale, a refund, or something else. */
export type ColumnName = OrderField | 'kind';

/** Each text has lower-case headings, separated by bars, the preferred heading first. */
export type Headings = Partial<Record<ColumnName, string>>;

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
  cancelled_at: 'cancelled_at|cancelled at|canceled_at|canceled at',
  captured: 'captured',
  outstanding: 'outstanding|outstanding balance',
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
    cancelled_at: 'cancelled at',
    outstanding: 'outstanding balance',
  },
  stripe: {
    order_id: 'order_id (metadata)|order_number (metadata)|order id (metadata)|invoice id|id',
    occurred_at: 'created date (utc)|created (utc)|created',
    value: 'amount',
    currency: 'currency',
    status: 'status',
    tax: 'tax amount',
    refunded: 'amount refunded',
    captured: 'captured',
    svc_click_id: 'svc_click_id (metadata)',
    external_user_id: 'external_user_id (metadata)',
  },
  stripe_balance: {
    order_id:
      'order_id (metadata)|order_number (metadata)|payment_metadata[order_id]|payment_metadata[order_number]|charge_id|source_id|source',
    occurred_at: 'created_utc|created (utc)|created',
    value: 'gross|amount',
    currency: 'currency',
    kind: 'reporting_category|type',
  },
  paddle: {
    order_id: 'transaction_id|transaction id|id',
    occurred_at: 'billed_at|billed at|completed_at|created_at|created at',
    value: 'grand_total|grand total|total',
    currency: 'currency_code|currency code|currency',
    status: 'status|transaction_status|transaction status',
    tax: 'tax|tax_total|tax total',
    refunded: 'refunded|refunded_total|refunded total',
  },
  woocommerce: {
    order_id: 'order id|order #|order number|order_id|order_number',
    occurred_at: 'order date|date|date created|order_date|date_created',
    value:
      'order total amount|order total|total|order_total|order total amount (- refund)|total sales|net sales|n. revenue',
    currency: 'order currency|currency|order_currency|currency code',
    status: 'order status|status|order_status',
    channel: 'created via|origin|created_via|attribution',
    tax: 'order total tax amount|order tax|total tax|order_tax|tax_total|taxes',
    shipping: 'order shipping amount|order shipping|shipping total|order_shipping|shipping_total|shipping',
    refunded: 'order refund amount|refunded amount|total refunded|refund_total|returns',
  },
  own: ownHeadings,
};

/** These values are less than the order's by its refunds. */
export const afterRefunds = new Set(['order total amount (- refund)']);

/** Headings of WooCommerce's exports in de, fr, es, it, nl, pt and pl. Other shops write English headings only. */
export const foreignHeadings: Record<string, Headings> = {
  woocommerce: {
    order_id:
      'bestellnummer|bestell-nr.|bestellung #|bestell-id|n° de commande|commande #|numéro de commande|número de pedido|pedido #|numero ordine|ordine #|bestelnummer|bestelling #|número do pedido|numer zamówienia|zamówienie #',
    occurred_at:
      'bestelldatum|datum|date de commande|date de la commande|fecha del pedido|fecha|data ordine|data|besteldatum|data do pedido|data zamówienia',
    value:
      'bestellsumme|gesamtsumme|gesamtbetrag|nettoumsatz|total de la commande|ventes nettes|total del pedido|ventas netas|importe total|totale ordine|totale|vendite nette|totaal|totaalbedrag|netto-omzet|total do pedido|vendas líquidas|suma zamówienia|suma',
    currency: 'währung|devise|moneda|divisa|valuta|moeda|waluta',
    status:
      'bestellstatus|statut|statut de la commande|état|estado|estado del pedido|stato|stato ordine|bestelstatus|status do pedido|status zamówienia',
    refunded: 'erstattet|rückerstattung|remboursé|reembolsado|rimborsato|terugbetaald|zwrot',
  },
};

/** A group of these headings identifies the export; the other headings occur in several exports. */
export const signs: Record<string, readonly (readonly string[])[]> = {
  shopify: [['financial status']],
  stripe: [
    ['created date (utc)', 'amount refunded'],
    ['created (utc)', 'amount refunded'],
  ],
  stripe_balance: [
    ['balance_transaction_id', 'reporting_category'],
    ['type', 'source', 'available on (utc)'],
  ],
  paddle: [
    ['currency_code', 'billed_at'],
    ['currency code', 'billed at'],
    ['transaction_id', 'grand_total'],
  ],
};
