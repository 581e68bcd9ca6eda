import { adviceOf, countBounds } from '#shared/performance/rules/advice.ts';

const figures = (conversions: number, spend: string, more: object = {}) => ({
  clicks: 100,
  value: '1000.00',
  reason: null,
  spend_coverage: {
    days_known: 10,
    days: 10,
    spend,
    value: '1000.00',
    conversions,
    clicks: 100,
    unjoined_spend: '0.00',
    ...more,
  },
});
const advice = (conversions: number, ratio: string | null, target: string, more: object = {}) =>
  adviceOf(figures(conversions, '100.00', more), ratio, { target, usualValue: 50 });

describe('the advice of a row', () => {
  it.each([
    // Exact Poisson limits (Garwood 1936) with 5 % on each side.
    [0, 0, 2.9957],
    [1, 0.0513, 4.7439],
    [5, 1.9701, 10.513],
    [10, 5.4254, 16.9622],
    [100, 84.1385, 118.0793],
  ])('has bounds of %i conversions that are those of the exact Poisson limits', (count, lower, upper) => {
    const bounds = countBounds(count);
    expect(Math.abs(bounds.lower - lower)).toBeLessThan(0.015);
    expect(Math.abs(bounds.upper - upper)).toBeLessThan(0.03);
  });

  it('is stop if even the upper bound is below the target, and grow if the lower bound reaches it', () => {
    // 20 conversions: between 13.25 and 29.06, which is 0.66 to 1.45 times.
    expect(advice(20, '2.0000', '3')).toEqual({ word: 'stop', rule: 'return_below_target' });
    expect(advice(20, '2.0000', '2.9')).toEqual({ word: 'watch', rule: 'return_near_target' });
    expect(advice(20, '2.0000', '1.33')).toEqual({ word: 'watch', rule: 'return_near_target' });
    expect(advice(20, '2.0000', '1.32')).toEqual({ word: 'grow', rule: 'return_above_target' });
  });

  it('is too few with fewer than 10 conversions near the target, unless they decide it', () => {
    expect(advice(9, '2.0000', '2')).toEqual({ word: 'too_few', rule: 'few_conversions' });
    expect(advice(10, '2.0000', '2')).toEqual({ word: 'watch', rule: 'return_near_target' });
    expect(advice(2, '0.2000', '1')).toEqual({ word: 'stop', rule: 'return_below_target' });
    expect(advice(3, '40.0000', '4')).toEqual({ word: 'grow', rule: 'return_above_target' });
  });

  it('is stop without a conversion where three of the usual value would not reach the target', () => {
    // Three times 50.00 of 100.00 spent: 1.48 at most.
    expect(advice(0, '0.0000', '1.49')).toEqual({ word: 'stop', rule: 'spent_without_conversion' });
    expect(advice(0, '0.0000', '1.48')).toEqual({ word: 'too_few', rule: 'few_conversions' });
    const unknown = { target: '9', usualValue: null };
    expect(adviceOf(figures(0, '100.00'), '0.0000', unknown)?.word).toBe('too_few');
  });

  it('is too few where the spend of less than 90 % of the clicks or of the value is known', () => {
    const partial = { word: 'too_few', rule: 'spend_partial' };
    expect(advice(50, '9.0000', '1', { clicks: 89 })).toEqual(partial);
    expect(advice(50, '9.0000', '1', { value: '899.99' })).toEqual(partial);
    expect(advice(50, '9.0000', '1', { clicks: 90, value: '900.00' })?.word).toBe('grow');
  });

  it('is missing without a return', () => {
    expect(advice(50, null, '1')).toBeNull();
    const ofSpend = { ...figures(50, '100.00'), reason: 'spend_level' as const };
    expect(adviceOf(ofSpend, '2.0000', { target: '1', usualValue: 50 })).toBeNull();
  });
});
