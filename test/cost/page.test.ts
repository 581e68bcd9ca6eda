import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browsers, clicksWithCandidates, conversions, totalOf } from '#lib/tools/cost/estimate.ts';
import { costPage, month } from '#lib/tools/cost/page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('docs/cost.md is what npm run cost -- --write writes', () => {
  expect(readFileSync(`${root}/docs/cost.md`, 'utf8')).toBe(costPage());
});

it('docs/figures.md has the prices of docs/cost.md', () => {
  const sections = readFileSync(`${root}/docs/figures.md`, 'utf8').split(/^## /m);
  const ofCost = sections.find((section) => section.startsWith('Cost on AWS')) ?? '';
  const prices = ofCost.match(/\$[\d,]+(?:\.\d\d)?/g) ?? [];
  expect(prices).toHaveLength(7);
  for (const price of prices) expect(costPage()).toContain(`**${price}**`);
});

it('a million conversions without users cost at most $4.50 one by one, and at most $2.50 in batches of 100', () => {
  expect(totalOf(conversions(1e6, { batchSize: 1 }))).toBeLessThanOrEqual(4.5);
  expect(totalOf(conversions(1e6, { batchSize: 100 }))).toBeLessThanOrEqual(2.5);
});

it('the month of the sum is the 25th, with all clicks and page views that its conversions need', () => {
  const of = month(1e7, 1e5);
  expect(Object.keys(of)).toEqual(expect.arrayContaining(['clicks of people', 'page views', 'keeping clicks and page views']));
  const [clicks, views] = [1e7 / 0.0276, 2e7 / 0.0276];
  expect(of['clicks of people']).toBeCloseTo(totalOf(browsers(clicks, 'click')));
  expect(of['page views']).toBeCloseTo(totalOf(browsers(views, 'browserEvent')));
  // 24 months of 600 bytes and four of 700, with recovery, and exports of everything once in seven nights.
  expect(of['keeping them, after 24 months']).toBeCloseTo(172 * 0.45 + ((172 + (1e7 / 30) * 2000e-9 * 6) / 7) * 0.1 * 30, 0);
});

it('a million clicks cost at most $3.75, and $5.25 with 40 % that are judged later', () => {
  expect(totalOf(browsers(1e6, 'click'))).toBeLessThanOrEqual(3.75);
  expect(totalOf(clicksWithCandidates(1e6, 0.4))).toBeLessThanOrEqual(5.25);
});

it('a million clicks or browser events cost less than half of what they did through the gateway', () => {
  for (const kind of ['click', 'browserEvent'] as const)
    expect(totalOf(browsers(1e6, kind))).toBeLessThan(totalOf(browsers(1e6, kind, true)) / 2);
});

it('the command prints the month that it is asked for', () => {
  const printed = execFileSync(process.execPath, ['bin/cost.ts', '--events', '10m', '--users', '100k'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(printed).toContain('10 million conversions, 100,000 accounts');
  expect(printed).toContain(`**$${Math.round(totalOf(month(1e7, 1e5))).toLocaleString('en-US')}**`);
});
