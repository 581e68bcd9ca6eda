import { diagnosisOf } from '#shared/funnels/rules/diagnosis.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';

const days = Array.from({ length: 20 }, (_, at) => dayAfter('2026-11-01', at));
const last = '2026-11-20';
const usual: [metric: Counter['metric'], detail: string, count: number][] = [
  ['session', 'ad', 200],
  ['browser', 'page_viewed', 500],
  ['browser', 'items_added', 120],
  ['server', 'checkout_started', 100],
  ['server', 'order_created', 80],
];
/** On its last day the shop has orders before its checkouts arrive. */
const counters = days.flatMap((day) =>
  usual.flatMap(([metric, detail, count]) => (day === last && detail === 'checkout_started' ? [] : [{ day, metric, detail, count }])),
);
const found = (today: string) =>
  diagnosisOf(counters, { days, today, countedToday: null }).findings.filter(({ code }) => code === 'tracking_stopped');

it('the diagnosis of a funnel finds no gap on a day that is not over, and finds it once the day is over', () => {
  expect(found(last)).toEqual([]);
  expect(found(dayAfter(last))).toMatchObject([{ facts: { step: 'checkout_started' } }]);
});
