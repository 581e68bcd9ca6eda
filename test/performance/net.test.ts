import { byName, cell, reportOf, spendOn } from './memory.ts';

const day = '2026-11-10';
const order = (value: string, names = {}) => cell('click', day, { campaign: 'c', ad_id: 'ad_1', ...names }, 1, value);
const change = (value: string, names = {}, of: 'net_click' | 'net_adjusted' = 'net_click', on = day) =>
  cell(of, on, { campaign: 'c', ad_id: 'ad_1', matched_by: 'adjusted', ...names }, 1, value);

describe('net beside gross in the performance report', () => {
  it('net is gross and the changes, and its return is of the same spend', () => {
    const cells = [order('100'), order('50.5'), change('-30.25'), change('-50.5', { matched_by: 'voided' })];
    const clicks = cell('clicks', day, { ad_id: 'ad_1', campaign: 'c' }, 9);
    const { rows, totals } = reportOf({
      cells: [...cells, clicks],
      spend: [spendOn(day, [{ campaign: 'c', spend: '20' }])],
    });
    expect(totals[0]?.figures).toMatchObject({
      value: '150.50',
      return_on_ad_spend: '7.5250',
      net_value: '69.75',
      net_return: '3.4875',
      adjusted: 2,
      voided: 1,
    });
    expect(byName(rows)['ad_1 USD']).toMatchObject({ value: '150.50', net_value: '69.75', net_return: null });
  });

  it('without adjustments, net is gross, to the digit', () => {
    const { rows } = reportOf({ cells: [order('0.123456789')] });
    expect(byName(rows)['ad_1 USD']).toMatchObject({
      value: '0.123456789',
      net_value: '0.123456789',
      adjusted: 0,
      voided: 0,
    });
  });

  it('a refund of an earlier order is a row of its own day, below zero', () => {
    const cells = [order('100'), change('-30', {}, 'net_adjusted', '2026-11-20')];
    const { rows } = reportOf({ cells }, { groupBy: ['day'], adjustedOn: 'adjustment' });
    expect(byName(rows)).toMatchObject({
      '2026-11-10 USD': { value: '100.00', net_value: '100.00' },
      '2026-11-20 USD': { value: '0.00', net_value: '-30.00', adjusted: 1, conversions: 0 },
    });
    expect(reportOf({ cells }, { groupBy: ['day'] }).rows).toHaveLength(1);
  });

  it('only conversions of the numerator, and of what filters show, are adjusted', () => {
    const cells = [
      order('100'),
      change('-1', { event_type: 'lead' }),
      change('-2', { channel: 'email' }),
      change('-4', { traffic: 'internal' }),
    ];
    const { totals, leftOut } = reportOf({ cells });
    expect(totals[0]?.figures).toMatchObject({ net_value: '100.00', adjusted: 0 });
    expect(leftOut.channels.conversions).toBe(0);
  });

  it('a change is converted by the rate of its own day, and needs a rate only where it shows', () => {
    const rates = [
      { day, from: 'EUR', to: 'USD', rate: '1.1' },
      { day: '2026-11-20', from: 'EUR', to: 'USD', rate: '2' },
    ];
    const euro = { currency: 'EUR' };
    const cells = [order('100', euro), change('-30', euro), change('-30', euro, 'net_adjusted', '2026-11-20')];
    const asked = { currency: 'USD', rates };
    expect(reportOf({ cells }, asked).totals[0]?.figures).toMatchObject({
      value: '110.00',
      net_value: '77.00',
    });
    expect(reportOf({ cells }, { ...asked, adjustedOn: 'adjustment' }).totals[0]?.figures).toMatchObject({
      net_value: '50.00',
    });
    const other = [order('1', euro), change('-1', { currency: 'GBP', event_type: 'lead' })];
    expect([...reportOf({ cells: other }, asked).missing]).toEqual([]);
  });

  it('a comparison at the same age cuts changes as it cuts their orders', () => {
    const cells = [order('100', { lag: '3' }), change('-30', { lag: '3' })];
    const asked = { from: day, to: day, compare: 'previous_period' as const, sameAge: true };
    const of = (now: string) => reportOf({ cells }, { ...asked, now: Date.parse(now) }).totals[0]?.figures;
    expect(of('2026-11-12T00:00:00Z')).toMatchObject({ value: '0.00', net_value: '0.00', adjusted: 0 });
    expect(of('2026-11-16T00:00:00Z')).toMatchObject({ value: '100.00', net_value: '70.00', adjusted: 1 });
  });
});
