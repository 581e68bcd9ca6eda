import { expectPrinted } from './output-of.ts';
import { period, printed } from './printed.ts';

it('adtrail funnel prints each step with its count and its rate, and no rate for the first', async () => {
  const lines = await printed('funnel', {
    ...period,
    steps: [
      { step: 'sessions', count: 40, rate_from_previous: null },
      { step: 'orders', count: 5, rate_from_previous: 0.125 },
    ],
    findings: [{ severity: 'error', message: 'No pixel.' }],
  });
  expect(lines.slice(0, 1).concat(lines.slice(1).map((line) => line.replace(/ {2,}/g, ' ')))).toEqual([
    'STEP      COUNT  RATE',
    'sessions 40',
    'orders 5 12.5 %',
    '',
    'error: No pixel.',
  ]);
});

it('prints what expected/commands.txt has', () => expectPrinted('report', 'funnel'));
