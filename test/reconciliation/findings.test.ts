import { findingsOf } from '#shared/reconciliation/rules/findings.ts';
import { noCounts } from '#shared/reconciliation/rules/reconciliations.ts';
import { tryEdges } from '#test/kit/edges.ts';

const found = (arrived: number, counts: { doubled?: number; rejected?: number } = {}, excluded = 0) =>
  findingsOf({
    total: { orders: 100 + excluded, excluded, arrived, byCurrency: {} },
    rules: { coverageBound: 0.9 },
    counts: { ...noCounts, ...counts },
  } as never).map(({ code, severity }) => `${code} ${severity}`);

describe('the findings of a reconciliation', () => {
  it('have critical findings first, in both orders of the kinds', () => {
    expect(found(80, { doubled: 20, rejected: 1 })).toEqual(['orders_doubled critical', 'coverage_low warning', 'orders_rejected warning']);
    expect(found(40, { doubled: 1, rejected: 1 })).toEqual(['coverage_low critical', 'orders_doubled warning', 'orders_rejected warning']);
    expect(found(100)).toEqual([]);
    expect(found(90, {}, 50)).toEqual([]);
  });

  it.each([
    [1, '1 order'],
    [2, '2 orders'],
  ])('name the number of %s in their messages', (count, text) => {
    const messages = findingsOf({
      total: { orders: 100, excluded: 0, arrived: 100, byCurrency: {} },
      rules: { coverageBound: 0.9 },
      counts: { ...noCounts, doubled: count, rejected: count },
    } as never).map(({ message }) => message);
    expect(messages[0]).toMatch(`${text} counted twice`);
    expect(messages[1]).toMatch(`The events of ${text} were rejected`);
  });

  tryEdges([
    {
      limit: 'the orders of a hundred that arrived, at the bound of the account',
      value: 90,
      outcomeOf: (arrived) => found(arrived),
      outcomes: [['coverage_low warning'], [], []],
    },
    {
      limit: 'the orders of a hundred that arrived, from which coverage is no longer critical',
      value: 50,
      outcomeOf: (arrived) => found(arrived),
      outcomes: [['coverage_low critical'], ['coverage_low warning'], ['coverage_low warning']],
    },
    {
      limit: 'the orders of a hundred that were doubled',
      value: 20,
      outcomeOf: (doubled) => found(100, { doubled }),
      outcomes: [['orders_doubled warning'], ['orders_doubled critical'], ['orders_doubled critical']],
    },
  ]);
});
