import { cellsOf, printed } from './printed.ts';

it('adtrail months list says which changes were not counted', async () => {
  const comparison = { differences: null, days_compared: 31, days: 31 };
  const monthOf = (month: string, state: string, changed_since: object[] | null) => ({
    month,
    state,
    comparison,
    changed_since,
  });
  const change = { currency: 'EUR', net_value: '-5.00', spend: '0.00' };
  const lines = await printed('months list', {
    months: [monthOf('2026-11', 'open', null), monthOf('2026-10', 'closed', null), monthOf('2026-09', 'closed', [change])],
    next_cursor: null,
  });
  const line = (start: string) => cellsOf(lines.find((one) => one.startsWith(start)));
  expect(line('2026-11')).toEqual(['2026-11', 'open', '31 of 31']);
  expect(line('2026-10')).toEqual(['2026-10', 'closed', '31 of 31', 'not counted', 'not counted']);
  expect(line('2026-09')).toEqual(['2026-09', 'closed', '31 of 31', '-5.00 EUR', '0.00 EUR']);
});
