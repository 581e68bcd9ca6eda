import { Group, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { browserZone, useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Choice, entriesOf } from './choice.tsx';
import { type Comparison, comparisons, dayCount, dayIn, isDay, type Preset, presets, type Range, rangeOf, usualPreset } from './dates.ts';
import { overviewSearch } from './period-search.ts';

// A list that is searched needs much code, so it loads after the page.
const ZoneField = lazy(() => import('./zone-field.tsx').then((part) => ({ default: part.ZoneField })));

export type PeriodLimit = { most: number; usual: Preset };
const ofReports: PeriodLimit = { most: 731, usual: usualPreset };

export function usePeriod({ most, usual }: PeriodLimit = ofReports): Range {
  const { period, from, to, day } = useValidSearch(overviewSearch);
  const { zone } = useScope();
  if (day) return { from: day, to: day };
  if (!period && from && to && from <= to && dayCount({ from, to }) <= most) return { from, to };
  const range = rangeOf(period ?? usual, dayIn(zone, Date.now()));
  return dayCount(range) <= most ? range : rangeOf(usual, dayIn(zone, Date.now()));
}

export const useComparison = (): Comparison => useValidSearch(overviewSearch).compare ?? 'previous';

export function PeriodBar({
  currencies = [],
  currency,
  limit = ofReports,
  compares = false,
  hasZone = true,
}: {
  currencies?: readonly string[];
  currency?: string;
  limit?: PeriodLimit;
  compares?: boolean;
  /** A page that has the time zone among its filters leaves it out. */
  hasZone?: boolean;
}) {
  const search = useValidSearch(overviewSearch);
  const { zone } = useScope();
  const comparison = useComparison();
  const set = useChangeSearch();
  const range = usePeriod(limit);
  const isCustom = !search.period && search.from !== undefined;
  // A new period has other days, and may be too short for weeks, so day and interval are reset.
  const change = (changes: Record<string, unknown>) => set({ day: undefined, interval: undefined, ...changes });
  const today = dayIn(zone, Date.now());
  const fits = (preset: string) => dayCount(rangeOf(preset as Preset, today)) <= limit.most;
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label="Period"
        value={isCustom ? 'custom' : (search.period ?? limit.usual)}
        onChange={({ currentTarget: { value } }) =>
          value === 'custom' ? change({ period: undefined, ...range }) : change({ period: value as Preset, from: undefined, to: undefined })
        }
        data={[
          ...Object.entries(presets)
            .filter(([value]) => fits(value))
            .map(([value, label]) => ({ value, label })),
          { value: 'custom', label: 'Custom…' },
        ]}
      />
      {isCustom && <CustomRange range={range} most={limit.most} choose={(to) => change(to)} />}
      {compares && (
        <Choice
          label="Compare with"
          value={comparison}
          choices={entriesOf(comparisons)}
          choose={(compare) => set({ compare: compare === 'previous' ? undefined : compare })}
        />
      )}
      {hasZone && <ZoneSelect />}
      {currencies.length > 1 && (
        <Choice
          label="Currency"
          value={currency}
          choices={currencies.map((currency) => [currency, currency])}
          choose={(chosen) => set({ currency: chosen })}
        />
      )}
    </Group>
  );
}

function CustomRange({ range, most, choose }: { range: Range; most: number; choose: (range: Range) => void }) {
  const [{ from, to }, setRange] = useTyped(range);
  const problem =
    !isDay(from) || !isDay(to)
      ? 'Choose both days.'
      : to < from
        ? 'The last day is before the first.'
        : dayCount({ from, to }) > most
          ? `At most ${most} days.`
          : '';
  const set = (part: Partial<Range>) => {
    const next = { from, to, ...part };
    setRange(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to && dayCount(next) <= most) choose(next);
  };
  return (
    <Group gap="xs" align="flex-start">
      <TextInput type="date" aria-label="First day" value={from} onChange={(event) => set({ from: event.currentTarget.value })} />
      <TextInput
        type="date"
        aria-label="Last day"
        value={to}
        error={problem || undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </Group>
  );
}

export function ZoneSelect() {
  const { zone } = useScope();
  const change = useChangeSearch();
  const label = { 'aria-label': 'Time zone' };
  return (
    <div style={{ width: 190 }}>
      <Suspense fallback={<TextInput {...label} value={zone.replaceAll('_', ' ')} readOnly />}>
        <ZoneField {...label} isRequired value={zone} change={(chosen) => change({ zone: chosen === browserZone ? undefined : chosen })} />
      </Suspense>
    </div>
  );
}
