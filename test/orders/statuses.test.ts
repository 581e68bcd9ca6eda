// cspell:disable -- labels of shops in many languages

import { statusKey, statusOf } from '#shared/orders/rules/status.ts';
import { statusLabels } from '#shared/orders/rules/status-labels.ts';
import { defaultRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';
import { orderOf } from '#test/reconciliation/scene.ts';

const standing = (status: string | null, rules = {}, format: string | null = null) => {
  const standingOf = standingsBy({ ...defaultRules, ...rules }, format);
  const found = standingOf(orderOf('1', '20', { status }));
  return typeof found === 'object' ? found.reason : found;
};

describe('statuses of shops', () => {
  it.each([
    'Pending payment',
    'pending',
    'wc-pending',
    'Pending',
    'PENDING_PAYMENT',
    'On hold',
    'on-hold',
    'On Hold',
    'wc-on-hold',
    'Checkout Draft',
    'checkout-draft',
    'Failed',
    'Cancelled',
    'authorized',
    'voided',
    'expired',
    'unpaid',
    'partially_paid',
    'Requires payment method',
    'Uncaptured',
    'Canceled',
    'Blocked',
    'Incomplete',
    'past_due',
    'billed',
    'ready',
    'draft',
    'Zahlung ausstehend',
    'In Wartestellung',
    'Storniert',
    'Fehlgeschlagen',
    'Attente paiement',
    'En attente',
    'Annulée',
    'Échouée',
    'ECHOUEE',
    'Pendiente de pago',
    'En espera',
    'In attesa di pagamento',
    'Wachtend op betaling',
    'In de wacht',
    'Oczekujące na płatność',
    'Inväntar betalning',
    '支払い待ち',
    '保留中',
  ])('an order of the status %s is no sale', (status) => {
    expect(standing(status)).toBe('status');
  });

  it.each([
    'paid',
    'Processing',
    'wc-processing',
    'Completed',
    'Refunded',
    'partially_refunded',
    'Partially Refunded',
    'Succeeded',
    'In Bearbeitung',
    'Abgeschlossen',
    'Terminée',
    'terminee',
    'Procesando',
    'Completado',
    'Voltooid',
    'Zrealizowane',
    'Slutförd',
    '完了',
    null,
  ])('an order of the status %s is a sale', (status) => {
    expect(standing(status)).toBe('sale');
  });

  it('a status that no list has, and none in a column of statuses, is unclear', () => {
    expect(standing('Ready to ship')).toBe('unclear');
    expect(standing('')).toBe('unclear');
    expect(standing('Ready to ship', { paidStatuses: ['ready-to-ship'] })).toBe('sale');
    expect(standing('Ready to ship', { excludedStatuses: ['READY_TO_SHIP'] })).toBe('status');
  });

  it('a payment of Stripe that is processing has not arrived, and an order of WooCommerce is paid', () => {
    expect(standing('Processing', {}, 'stripe')).toBe('status');
    expect(standing('Processing', {}, 'woocommerce')).toBe('sale');
  });

  it('rules without a status of the list make it unclear, and an answer makes it a sale in every language', () => {
    const rules = { excludedStatuses: ['draft'] };
    expect(standing('On hold', rules)).toBe('unclear');
    expect(standing('On hold', { ...rules, paidStatuses: ['on-hold'] })).toBe('sale');
    expect(standing('In Wartestellung', { ...rules, paidStatuses: ['on-hold'] })).toBe('sale');
    expect(standing('Completed', { excludedStatuses: ['completed'] })).toBe('status');
    // The exact text decides before what it means.
    expect(standing('Pending payment', { paidStatuses: ['pending payment'] })).toBe('sale');
  });

  it('every label means one status, and the rules know every status without a payment', () => {
    const meanings = new Map<string, string>();
    for (const byName of Object.values(statusLabels))
      for (const [name, labels] of Object.entries(byName))
        for (const label of [name, ...labels.split('|')].filter(Boolean)) {
          expect(`${label}: ${meanings.get(statusKey(label)) ?? name}`).toBe(`${label}: ${name}`);
          meanings.set(statusKey(label), name);
          expect(statusOf(label.toUpperCase(), null)?.name).toBe(name);
        }
    for (const name of [...Object.keys(statusLabels.open), ...Object.keys(statusLabels.ended)])
      expect([name, standing(name)]).toEqual([name, 'status']);
  });
});
