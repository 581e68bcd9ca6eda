import { isDay, type Preset, presets } from '../kit/dates.ts';

export type PeriodSearch = { period?: Preset; from?: string; to?: string; currency?: string };

export const overviewSearch = (search: Record<string, unknown>): PeriodSearch => ({
  ...(typeof search.period === 'string' &&
    Object.hasOwn(presets, search.period) && { period: search.period as Preset }),
  ...(isDay(search.from) && isDay(search.to) && { from: search.from, to: search.to }),
  ...(typeof search.currency === 'string' &&
    /^[A-Z]{3}$/.test(search.currency) && { currency: search.currency }),
});
