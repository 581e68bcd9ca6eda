import { expectPrinted } from './output-of.ts';
import { cellsOf, period, printed } from './printed.ts';

it('adtrail traffic prints the rates of people and of all in their own lines, and each rule', async () => {
  const lines = await printed('traffic', {
    ...period,
    people: { clicks: 600, conversions: 18, conversion_rate: '0.030000' },
    all: { clicks: 1000, conversions: 19, conversion_rate: '0.019000' },
    rules: [{ rule: 'webdriver', traffic: 'bot', clicks: 400 }],
    findings: [{ code: 'automated_share_jumped', day: '2026-11-20', share: 0.4, share_before: 0.1, clicks: 100 }],
  });
  const line = (start: string) => cellsOf(lines.find((one) => one.startsWith(start)));
  expect(line('of people')).toEqual(['of people', '600', '18', '3.00 %']);
  expect(line('all')).toEqual(['all', '1000', '19', '1.90 %']);
  expect(line('bot')).toEqual(['bot', 'webdriver', '400']);
  expect(lines.at(-1)).toBe('2026-11-20: 40.00 % of 100 clicks are of bots, after 10.00 % on the days before.');
});

it('prints what expected/commands.txt has', () => expectPrinted('traffic'));
