import { type CountedCell, dimensions } from '#shared/cells/rules/cells.ts';
import { type Traffic, trafficKinds } from '#shared/clicks/rules/traffic.ts';
import { addTraffic, countsOf, noTraffic } from '#shared/traffic/rules/traffic-sums.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';

const day = '2026-11-21';
const clicksOf = (traffic: Traffic, count: number): CountedCell => ({
  series: 'clicks',
  day,
  names: dimensions.map((name) => ({ channel: 'paid_search', campaign: 'spring', traffic: traffic as string })[name as 'traffic'] ?? ''),
  count,
  value: '0',
  quarters: [],
});

it('clicks of staff are in no share of bots: neither of a day nor of a campaign', () => {
  const sums = noTraffic();
  const counts = { human: 8, unknown: 4, suspect: 2, bot: 1, preview: 16, internal: 100 } satisfies Record<Traffic, number>;
  for (const traffic of trafficKinds)
    addTraffic(sums, clicksOf(traffic, counts[traffic]), reportDays(day, day, 'UTC'), { conversion: 'order_created', pixelKey: undefined });
  const share = { clicks: 31, automated: 19 };
  expect([...sums.days]).toEqual([[day, share]]);
  expect([...sums.campaigns]).toEqual([['spring', share]]);
  expect(countsOf(sums, () => true)).toEqual({ clicks: 131, adClicks: 131, conversions: 0 });
});
