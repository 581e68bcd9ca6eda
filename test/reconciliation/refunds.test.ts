import type { ValueForm } from '#shared/orders/rules/order.ts';
import { differenceOf } from '#shared/reconciliation/rules/figures.ts';
import { repairedNet } from '#shared/reconciliation/rules/refunds.ts';
import { eventOf, facts, orderOf, reconciled } from './scene.ts';

/**
 * The columns are the file's value and refunds, the event's gross and net value. They also say whether
 * adtrail has a refund, the category, and the net value that the repair gives the event.
 */
type Case = readonly [
  value: string,
  refunded: string | null,
  gross: string,
  net: string,
  isRefunded: boolean,
  category: 'ok' | 'value_differs' | 'refund_differs',
  repaired: string | null,
];
const cases: readonly Case[] = [
  ['100', null, '100', '100', false, 'ok', null],
  ['100', null, '90', '90', false, 'value_differs', '100'],
  ['100', null, '100', '70', true, 'ok', null],
  ['100', null, '100', '0', true, 'ok', null],
  ['70', null, '100', '70', true, 'ok', null],
  ['90', null, '100', '70', true, 'value_differs', null],
  // A correction is not a refund, so the file decides.
  ['100', null, '100', '70', false, 'value_differs', '100'],
  ['100', '0', '100', '100', false, 'ok', null],
  ['100', '0', '100', '70', true, 'refund_differs', '100'],
  ['100', '30', '100', '70', true, 'ok', null],
  ['100', '30', '100', '70', false, 'ok', null],
  ['100', '30', '70', '70', false, 'ok', null],
  ['100', '30', '100', '100', false, 'refund_differs', '70'],
  ['100', '30', '100', '50', true, 'refund_differs', '70'],
  ['100', '30', '90', '90', false, 'value_differs', '70'],
  ['100', '30', '90', '60', true, 'value_differs', '70'],
  ['100', '100', '100', '0', true, 'ok', null],
  ['100', '100', '100', '40', true, 'refund_differs', '0'],
  ['100', '100', '100', '100', false, 'refund_differs', '0'],
  ['70', '30', '100', '70', true, 'ok', null],
  ['70', '30', '100', '100', false, 'refund_differs', '70'],
  ['70', '30', '100', '50', true, 'refund_differs', '70'],
  ['20', '80', '100', '100', false, 'refund_differs', '20'],
  ['20', '80', '90', '90', false, 'value_differs', '20'],
  ['50', '70', '50', '0', true, 'ok', null],
  ['50', '70', '50', '20', true, 'refund_differs', '0'],
  ['50', '70', '90', '0', true, 'value_differs', '50'],
  ['0', '100', '100', '0', true, 'ok', null],
  ['0', '100', '100', '100', false, 'refund_differs', '0'],
];

describe('refunds of the file and of adtrail', () => {
  it.each(cases)(
    'an order of %s with refunds of %s, whose event has %s gross and %s net (refunded: %s), is %s, and is repaired to %s',
    (value, refunded, gross, net, isRefunded, category, repaired) => {
      const order = orderOf('1', value, { refunded });
      const event = eventOf('1', net, { gross, isRefunded });
      expect(reconciled([order], [event]).all).toMatchObject([{ category }]);
      expect(repairedNet(order, event, facts)).toBe(repaired);
    },
  );

  it.each<[ValueForm, string, string]>([
    ['before_refunds', '70', '-30'],
    ['after_refunds', '100', '0'],
    [null, '100', '0'],
  ])(
    'an order of 100 with a refund of 30, whose event has 130 before and 100 after it, counts by its form %s',
    (valueForm, kept, difference) => {
      const order = orderOf('1', '100', { refunded: '30' });
      const event = eventOf('1', '100', { gross: '130', isRefunded: true });
      const { all, figures } = reconciled([order], [event], { of: { ...facts, valueForm } });
      expect(all[0]).toMatchObject({ kept, category: difference === '0' ? 'ok' : 'value_differs' });
      const sum = figures.total.byCurrency.USD;
      expect(sum && differenceOf(sum)).toBe(difference);
    },
  );

  it('a refund that both have is named, and what the shop kept is covered', () => {
    const { all, figures } = reconciled(
      [orderOf('1', '100', { refunded: '30' })],
      [eventOf('1', '70', { gross: '100', isRefunded: true })],
    );
    expect(all).toMatchObject([{ category: 'ok', differenceName: 'refund' }]);
    expect(figures.total.byCurrency.USD).toEqual({ shop: '70', due: '70', covered: '70', adtrail: '70' });
  });

  it('a refund that only adtrail has leaves the value of the order covered', () => {
    const event = eventOf('1', '70', { gross: '100', isRefunded: true });
    const { figures } = reconciled([orderOf('1', '100')], [event]);
    expect(figures.total.byCurrency.USD).toEqual({ shop: '100', due: '100', covered: '100', adtrail: '70' });
  });

  it('a status that says a refund without an amount is no agreement, and nothing is repaired', () => {
    const order = orderOf('1', '100', { status: 'Partially refunded' });
    const event = eventOf('1', '100');
    expect(reconciled([order], [event]).all).toMatchObject([{ category: 'refund_differs', differenceName: 'refund' }]);
    expect(repairedNet(order, event, facts)).toBe(null);
    const known = eventOf('1', '70', { gross: '100', isRefunded: true });
    expect(reconciled([order], [known]).all).toMatchObject([{ category: 'ok' }]);
  });

  it.each([
    ['USD', '0.30000000000000004', '0.3', 'ok'],
    ['USD', '23.788099999999996', '23.79', 'ok'],
    ['USD', '0.305', '0.3', 'value_differs'],
    ['JPY', '100.4', '100', 'ok'],
    ['JPY', '100.5', '100', 'value_differs'],
    ['KWD', '1.0004', '1', 'ok'],
    ['KWD', '1.001', '1', 'value_differs'],
  ])('less than half of the smallest unit of %s is no difference: %s and %s are %s', (currency, sent, value, category) => {
    const order = orderOf('1', value, { currency });
    const event = eventOf('1', sent, { currency });
    expect(reconciled([order], [event]).all).toMatchObject([{ category }]);
    if (category === 'ok') expect(repairedNet(order, event, facts)).toBe(null);
  });
});
