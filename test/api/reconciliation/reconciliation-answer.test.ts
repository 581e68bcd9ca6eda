import { reconciliationRecordOf, sumOf } from '#functions/api/reconciliation/reconciliation-answer.ts';
import { repairNames } from '#shared/reconciliation/rules/repairs.ts';

const times = { startedAt: '1', completedAt: '2', undoneAt: '3' };
const runs = Object.fromEntries(
  repairNames.map((name, at) => [
    name,
    {
      ...times,
      status: 'undone',
      counts: {
        changes: 10 + at,
        attributed: 20 + at,
        skipped: 30 + at,
        superseded: 40 + at,
        values: { USD: '-5' },
      },
    },
  ]),
);

describe('the answer of a reconciliation', () => {
  it('has each repair that was made, with its own counts and times', () => {
    const reconciliation = {
      id: 'r',
      search: {},
      counts: {},
      tolerance: '0',
      skipped: null,
      problems: [],
      repairs: runs,
      total: { orders: 4, excluded: 1, arrived: 2, byCurrency: {} },
      stage: 'done',
      status: 'completed',
      createdAt: '5',
      completedAt: '6',
      from: '7',
      to: '8',
    };
    const record = reconciliationRecordOf(reconciliation as never);
    expect(record.repairs).toEqual(
      repairNames.map((repair, at) => ({
        repair,
        status: 'undone',
        changes: 10 + at,
        attributed: 20 + at,
        skipped: 30 + at,
        superseded: 40 + at,
        values: [{ currency: 'USD', value: '-5.00' }],
        started_at: '1',
        completed_at: '2',
        undone_at: '3',
      })),
    );
    expect(record).toMatchObject({
      created_at: '5',
      completed_at: '6',
      from: '7',
      to: '8',
      extra_left_out: 0,
    });
    expect(reconciliationRecordOf({ ...reconciliation, repairs: {} } as never).repairs).toEqual([]);
  });

  it('has its sums by currency in alphabetical order', () => {
    const amounts = (shop: string, adtrail: string) => ({ shop, adtrail, due: shop, covered: adtrail });
    const sum = {
      orders: 9,
      excluded: 1,
      arrived: 4,
      byCurrency: { USD: amounts('8', '2'), EUR: amounts('4', '4') },
    };
    expect(sumOf(sum as never)).toEqual({
      orders: 9,
      excluded: 1,
      arrived: 4,
      coverage: 0.5,
      values: [
        { currency: 'EUR', shop_value: '4.00', adtrail_value: '4.00', difference: '0.00', value_coverage: 1 },
        {
          currency: 'USD',
          shop_value: '8.00',
          adtrail_value: '2.00',
          difference: '6.00',
          value_coverage: 0.25,
        },
      ],
    });
  });
});
