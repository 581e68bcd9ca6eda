import { type Comparison, comparisons, type Interval, intervals, isDay, type Preset, presets } from './dates.ts';
import { type FilterSearch, filterSearch, without } from './filter.ts';

export type PeriodSearch = {
  period?: Preset;
  from?: string;
  to?: string;
  currency?: string;
  compare?: Comparison;
  interval?: Interval;
};

const keyOf = <T extends object>(values: T, value: unknown) =>
  typeof value === 'string' && Object.hasOwn(values, value) ? (value as keyof T) : undefined;

export const periodSearch = (search: Record<string, unknown>): PeriodSearch => ({
  ...without({
    period: keyOf(presets, search.period),
    compare: keyOf(comparisons, search.compare),
    interval: intervals.find((interval) => interval === search.interval),
  }),
  ...(isDay(search.from) && isDay(search.to) && { from: search.from, to: search.to }),
  ...(typeof search.currency === 'string' && /^[A-Z]{3}$/.test(search.currency) && { currency: search.currency }),
});

export const overviewSearch = (search: Record<string, unknown>): PeriodSearch & FilterSearch => ({
  ...periodSearch(search),
  ...filterSearch(search),
});

/** `net` is the value after adjustments, and `all` includes clicks of bots and staff. */
export type SwitchSearch = { value?: 'net'; traffic?: 'all' };
export const switchSearch = (search: Record<string, unknown>): SwitchSearch => ({
  ...(search.value === 'net' && { value: 'net' }),
  ...(search.traffic === 'all' && { traffic: 'all' }),
});

export const reportSearch = (search: Record<string, unknown>): PeriodSearch & FilterSearch & SwitchSearch => ({
  ...overviewSearch(search),
  ...switchSearch(search),
});
