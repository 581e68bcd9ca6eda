import { expectPrinted } from './output-of.ts';
import { cellsOf, period, printed } from './printed.ts';

it('adtrail performance prints each figure of a row, of the period before and of the total under its own heading', async () => {
  const row = {
    campaign: 'spring',
    clicks: 1,
    conversions: 2,
    value: '3.00',
    spend: '4.00',
    currency: 'EUR',
  };
  const ratios = { cost_per_conversion: '5.0000', return_on_ad_spend: null };
  const [, , heading, ...lines] = await printed('performance', {
    ...{ ...period, group_by: ['campaign'], next_cursor: null, previous_period: { from: 'a', to: 'b' } },
    rows: [{ ...row, ...ratios, previous: { value: '6.00', spend: '7.00' } }],
    totals: [{ ...row, ...ratios, clicks: 8, value: '9.00' }],
    left_out: {
      traffic: { bot: { clicks: 10, spend: [] } },
      unpaid: { clicks: 11, spend: [{ currency: 'EUR', spend: '12.00' }] },
      paid: { clicks: 1, spend: [] },
      unjoined_spend: { spend: [{ currency: 'USD', spend: '13.00' }] },
    },
  });
  const [first, total] = lines.filter((line) => /^(spring|total)/.test(line));
  expect(cellsOf(heading)).toEqual([
    ...['CAMPAIGN', 'CLICKS', 'CONVERSIONS', 'VALUE', 'SPEND', 'PER CONVERSION', 'RETURN', 'CURRENCY'],
    ...['BEFORE: VALUE', 'BEFORE: SPEND'],
  ]);
  expect(cellsOf(first)).toEqual([
    ...['spring', '1', '2', '3.00', '4.00', '5.0000', '–', 'EUR', '6.00', '7.00'],
  ]);
  expect(cellsOf(total)).toEqual(['total', '8', '2', '9.00', '4.00', '5.0000', '–', 'EUR']);
  expect(lines.at(-1)).toBe(
    'Left out: 10 clicks of bot traffic, 11 clicks of unpaid channels, 12.00 EUR of spend on unpaid channels, ' +
      '1 click of paid channels, 13.00 USD of spend on no named pixel.',
  );
});

it('prints what expected/commands.txt has', () => expectPrinted('performance'));
