import { remainingOf } from '#shared/reconciliation/rules/refunds.ts';
import { eventOf, orderOf, reconciled } from './scene.ts';

/**
 * The columns are the file's value and refunds, the event's gross and net value, whether adtrail has a
 * refund, the category, and the remaining value.
 */
type Case = readonly [
  value: string,
  refunded: string | null,
  gross: string,
  net: string,
  isRefunded: boolean,
  category: 'ok' | 'value_differs',
  remains: string | null,
];
const cases: readonly Case[] = [
  ['100', null, '100', '100', false, 'ok', '100'],
  ['100', null, '90', '90', false, 'value_differs', '100'],
  ['100', null, '100', '70', true, 'ok', null],
  ['100', null, '100', '0', true, 'ok', null],
  ['70', null, '100', '70', true, 'ok', null],
  ['90', null, '100', '70', true, 'value_differs', null],
  // A correction is not a refund, so the file decides.
  ['100', null, '100', '70', false, 'value_differs', '100'],
  ['100', '0', '100', '100', false, 'ok', '100'],
  ['100', '0', '100', '70', true, 'value_differs', '100'],
  ['100', '30', '100', '70', true, 'ok', '70'],
  ['100', '30', '100', '70', false, 'ok', '70'],
  ['100', '30', '70', '70', false, 'ok', '70'],
  ['100', '30', '100', '100', false, 'ok', '70'],
  ['100', '30', '100', '50', true, 'value_differs', '70'],
  ['100', '30', '90', '90', false, 'value_differs', '70'],
  ['100', '30', '90', '60', true, 'value_differs', '70'],
  ['100', '100', '100', '0', true, 'ok', '0'],
  ['100', '100', '100', '40', true, 'value_differs', '0'],
  ['70', '30', '100', '70', true, 'ok', '70'],
  ['70', '30', '100', '100', false, 'value_differs', '70'],
  ['70', '30', '100', '50', true, 'value_differs', '70'],
  ['20', '80', '100', '100', false, 'value_differs', '20'],
  ['20', '80', '90', '90', false, 'value_differs', '20'],
  ['50', '70', '50', '0', true, 'ok', '0'],
  ['50', '70', '50', '20', true, 'value_differs', '0'],
  ['50', '70', '90', '0', true, 'value_differs', '50'],
  ['0', '100', '100', '0', true, 'ok', '0'],
  ['0', '100', '100', '100', false, 'value_differs', '0'],
];

describe('refunds of the file and of adtrail', () => {
  it.each(cases)(
    'an order of %s with refunds of %s, whose event has %s gross and %s net (refunded: %s), is %s, and %s remains',
    (value, refunded, gross, net, isRefunded, category, remains) => {
      const order = orderOf('1', value, { refunded });
      const event = eventOf('1', net, { gross, isRefunded });
      expect(reconciled([order], [event]).all).toMatchObject([{ category }]);
      expect(remainingOf(order, event, '0')).toBe(remains);
    },
  );

  it('a refund that both have is named, and leaves the value of the order covered', () => {
    const { all, figures } = reconciled(
      [orderOf('1', '100', { refunded: '30' })],
      [eventOf('1', '70', { gross: '100', isRefunded: true })],
    );
    expect(all).toMatchObject([{ category: 'ok', differenceName: 'refund' }]);
    expect(figures.total.byCurrency.USD).toEqual({ shop: '100', due: '100', covered: '100', adtrail: '70' });
  });
});
