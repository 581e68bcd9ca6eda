import { isDay } from '../kit/dates.ts';
import { textOf, without } from '../kit/filter.ts';
import { type PeriodSearch, periodSearch } from '../kit/period-search.ts';

export type TrafficSearch = PeriodSearch & { since?: string; run?: string };

export const trafficSearch = (search: Record<string, unknown>): TrafficSearch => ({
  ...periodSearch(search),
  ...without({
    since: isDay(search.since) ? search.since : undefined,
    run: textOf(search.run, 100),
  }),
});
