import fc from 'fast-check';

/** Amounts are whole cents, and times seconds after the beginning. */
export type LedgerRefund = { cents: number; at: number; failsAt: number | null };
export type Sale = {
  form: 'checkout' | 'bank debit' | 'checkout with invoice' | 'subscription' | 'renewal' | 'payment intent';
  cents: number;
  tax: number;
  hasOrder: boolean;
  hasClick: boolean;
  refunds: LedgerRefund[];
  dispute: 'none' | 'lost' | 'won';
};
export type Generation = '2024' | '2026';

type Wire = { type: string; created: number; object: Record<string, unknown> };

const begin = 1_790_000_000;
export const click = 's_4kQ9zXw2Lm7Bv1Nc8Rt5Yd';

export const anySale: fc.Arbitrary<Sale> = fc
  .record({
    form: fc.constantFrom<Sale['form']>('checkout', 'bank debit', 'checkout with invoice', 'subscription', 'renewal', 'payment intent'),
    rest: fc.integer({ min: 1, max: 5000 }),
    tax: fc.integer({ min: 0, max: 2000 }),
    hasOrder: fc.boolean(),
    hasClick: fc.boolean(),
    refunds: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 900 }), fails: fc.boolean() }), { maxLength: 3 }),
    isWhole: fc.boolean(),
    dispute: fc.constantFrom<Sale['dispute']>('none', 'none', 'none', 'lost', 'won'),
  })
  .map(({ rest, refunds, isWhole, ...sale }) => {
    const sum = refunds.reduce((all, { cents }) => all + cents, 0);
    const cents = isWhole && sum > 0 ? sum : sum + rest;
    // A refund fails after all refunds were made, because a sum of refunds of a charge says nothing about which of them failed.
    const all = refunds.map((refund, place) => ({ cents: refund.cents, at: 100 + place, failsAt: refund.fails ? 1000 + place : null }));
    return { ...sale, cents, tax: Math.min(sale.tax, cents), refunds: all };
  });

const idsOf = (place: number) => ({ session: `cs_${place}`, payment: `pi_${place}`, charge: `ch_${place}`, invoice: `in_${place}` });

/** The events that Stripe sends about a sale, which is the sale number `place`. */
export function eventsOf(sale: Sale, place: number, generation: Generation): Wire[] {
  const { form, cents, tax, hasOrder, hasClick } = sale;
  const { session: id, payment, charge, invoice } = idsOf(place);
  const isOld = generation === '2024';
  const metadata = { ...(hasOrder && { order: `web-${place}` }), ...(hasClick && { svc_click_id: click }) };
  const [currency, customer] = ['eur', `cus_${place}`];
  const hasInvoice = ['checkout with invoice', 'subscription', 'renewal'].includes(form);
  const events: Wire[] = [];
  const add = (type: string, at: number, object: Record<string, unknown>) => events.push({ type, created: begin + at, object });

  const session = { id, mode: 'payment', payment_status: 'paid', amount_total: cents, currency, customer, metadata };
  const ofSession = {
    ...session,
    payment_intent: payment,
    total_details: { amount_tax: tax },
    invoice: form === 'checkout with invoice' ? invoice : null,
  };
  if (form === 'bank debit') {
    add('checkout.session.completed', 0, { ...ofSession, payment_status: 'unpaid' });
    add('checkout.session.async_payment_succeeded', 50, ofSession);
  } else if (form === 'checkout' || form === 'checkout with invoice') add('checkout.session.completed', 0, ofSession);
  else if (form === 'payment intent') {
    const amounts = { amount_received: cents, amount_details: { tax: { total_tax_amount: tax } } };
    add('payment_intent.succeeded', 0, { id: payment, currency, customer, metadata, ...amounts });
  }

  if (hasInvoice) {
    const reason = { 'checkout with invoice': 'manual', subscription: 'subscription_create', renewal: 'subscription_cycle' }[
      form as 'renewal'
    ];
    const of = { subscription_details: { metadata: hasClick ? { svc_click_id: click } : {} } };
    const amounts = { amount_paid: cents, total: cents, total_excluding_tax: cents - tax };
    const links = isOld ? { payment_intent: payment, ...of } : { parent: of };
    add('invoice.paid', 1, { id: invoice, billing_reason: reason, currency, customer, metadata: {}, ...amounts, ...links });
    if (!isOld) add('invoice_payment.paid', 1, { invoice, payment: { type: 'payment_intent', payment_intent: payment } });
  }

  let sum = 0;
  for (const [number, { cents: amount, at, failsAt }] of sale.refunds.entries()) {
    const refund = { id: `re_${place}_${number}`, amount, currency, created: begin + at, charge, payment_intent: payment };
    sum += amount;
    add('charge.refunded', at, {
      id: charge,
      amount_refunded: sum,
      currency,
      payment_intent: payment,
      ...(isOld && hasInvoice && { invoice }),
    });
    if (!isOld) add('refund.created', at, { ...refund, status: 'pending' });
    if (!isOld && failsAt === null) add('refund.updated', at + 5, { ...refund, status: 'succeeded' });
    if (failsAt !== null) add(isOld ? 'charge.refund.updated' : 'refund.failed', failsAt, { ...refund, status: 'failed' });
  }
  if (sale.dispute !== 'none')
    add('charge.dispute.closed', 5000, {
      id: `du_${place}`,
      amount: cents,
      currency,
      status: sale.dispute,
      charge,
      payment_intent: payment,
    });
  return events;
}

const typeOf: Partial<Record<Sale['form'], string>> = { subscription: 'subscription_started', renewal: 'subscription_renewed' };

/** The event of a sale, computed with plain numbers from the ledger alone. */
export function expectedOf(sale: Sale, place: number, value: 'paid' | 'without_tax') {
  const { payment, invoice } = idsOf(place);
  const eventType = typeOf[sale.form] ?? 'order_created';
  const own = sale.hasOrder ? `web-${place}` : sale.form === 'checkout with invoice' ? `stripe:${invoice}` : `stripe:${payment}`;
  const gone = sale.refunds.reduce((sum, { cents, failsAt }) => sum + (failsAt === null ? cents : 0), 0);
  const left = sale.dispute === 'lost' ? 0 : sale.cents - gone;
  const gross = value === 'paid' ? sale.cents : sale.cents - sale.tax;
  return {
    eventId: eventType === 'order_created' ? `order_created:${own}` : `${eventType}:stripe:${invoice}`,
    eventType,
    gross,
    net: Math.floor((2 * gross * left + sale.cents) / (2 * sale.cents)),
    clickId: sale.hasClick && sale.form !== 'renewal' ? click : null,
  };
}
