import { matcher } from '#shared/reconciliation/rules/candidates.ts';
import { eventOf, orderOf } from './scene.ts';

const match = (...candidates: Parameters<typeof eventOf>[]) =>
  matcher(
    candidates.map((candidate) => eventOf(...candidate)),
    new Map(),
    'order_created',
  ).matchOf(orderOf('17', '100'), 'order_created:17', null).event;
const paid = { eventId: 'paid:17', eventType: 'payment_received' };

it('an order is found under the ID of another event type by its amount before refunds', () => {
  expect(match(['17', '70', { ...paid, gross: '100', isRefunded: true }])).toMatchObject({
    eventId: 'paid:17',
  });
  expect(match(['17', '100', { ...paid, gross: '130', isRefunded: true }])).toBeNull();
  expect(match(['17', '100', { ...paid, currency: 'EUR' }])).toBeNull();
  expect(match(['17', '100', { ...paid, isCounted: false }])).toBeNull();
});

it('an order is found under its own event type whatever the amount, before another type', () => {
  const late = { eventId: 'sale-17', receivedAt: '2026-11-21T12:00:00.000Z' };
  expect(match(['17', '100', paid], ['17', '5', late])).toMatchObject({ eventId: 'sale-17' });
});
