import { categories, type Placed } from '#shared/reconciliation/rules/categories.ts';
import { isNamed, packedRow, partsOfRows, unpackedRow } from '#shared/reconciliation/rules/packed-rows.ts';
import { tryEdges } from '#test/kit/edges.ts';
import { eventOf, orderOf } from './scene.ts';

const named = { clickId: 's_1', userHash: 'a1b2' };
const rowOf = (category: Placed['category']): Placed => ({
  category,
  reason: 'no_click_id',
  differenceName: 'tax',
  kept: '20.99',
  similarId: 'order_created:9',
  order: orderOf('1', '25.99', named),
  event: eventOf('1', '24.99'),
  doubles: [eventOf('2', '25.99', { isCounted: false })],
});

it('a stored row of a reconciliation keeps click and user of the orders that a repair can send', () => {
  const kept = categories.filter((category) => {
    const { order, ...rest } = unpackedRow(packedRow(rowOf(category)), category);
    const { event, doubles } = rowOf(category);
    const withoutClick = (arrived: typeof event) => arrived && { ...arrived, sid: '' };
    expect(rest).toEqual({
      category,
      reason: 'no_click_id',
      differenceName: 'tax',
      kept: '20.99',
      similarId: 'order_created:9',
      event: withoutClick(event),
      doubles: doubles.map(withoutClick),
    });
    expect(order).toMatchObject({ orderId: '1', value: '25.99', currency: 'USD', status: 'paid' });
    return order && isNamed(order);
  });
  expect(kept.sort()).toEqual(['missing', 'rejected']);
});

it('a row that was stored before refunds were compared has the value of its order', () => {
  const { kept, similarId, order } = unpackedRow([...packedRow(rowOf('ok')).slice(0, 5)] as never, 'ok');
  expect({ kept, similarId, value: order?.value }).toEqual({
    kept: '25.99',
    similarId: null,
    value: '25.99',
  });
});

it('a stored row without an order or without an event has none afterwards', () => {
  const row = {
    ...rowOf('extra'),
    order: null,
    event: null,
    doubles: [],
    reason: null,
    differenceName: null,
  };
  expect(unpackedRow(packedRow(row), 'extra')).toEqual(row);
});

it.each([
  [named, true],
  [{ ...named, clickId: null }, true],
  [{ ...named, userHash: null }, true],
  [{ clickId: null, userHash: null }, false],
])('an order names somebody by its click or by its user: %o', (order, expected) => {
  expect(isNamed(order)).toBe(expected);
});

tryEdges([
  {
    limit: 'rows of a part of a stored reconciliation',
    value: 1000,
    outcomeOf: (rows: number) => Promise.resolve(partsOfRows(rows)),
    outcomes: [1, 1, 2],
  },
]);
