// cspell:disable -- headings of shops in several languages
import type { OrderExport } from './order-export.ts';

export const woocommerce: OrderExport = {
  signs: [[]],
  headings: {
    order_id: 'order id|order #|order number|order_id|order_number',
    occurred_at: 'order date|date|date created|order_date|date_created',
    value: 'order total amount|order total|total|order_total|order total amount (- refund)|total sales|net sales|n. revenue',
    currency: 'order currency|currency|order_currency|currency code',
    status: 'order status|status|order_status',
    channel: 'created via|origin|created_via|attribution',
    tax: 'order total tax amount|order tax|total tax|order_tax|tax_total|taxes',
    shipping: 'order shipping amount|order shipping|shipping total|order_shipping|shipping_total|shipping',
    refunded: 'order refund amount|refunded amount|total refunded|refund_total|returns',
  },
  /** Headings in de, fr, es, it, nl, pt and pl. Other shops write English headings only. */
  foreignHeadings: {
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
  valueForm: null,
};

/** These values are less than the order's by its refunds. */
export const afterRefunds = new Set(['order total amount (- refund)']);
