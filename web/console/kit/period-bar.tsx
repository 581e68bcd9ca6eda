import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { browserZone, useScope } from '../app/scope.ts';
import { useValidSearch } from '../app/use-valid-search.ts';
import { overviewSearch } from '../overview/search.ts';
import { dayCount, dayIn, isDay, type Preset, presets, type Range, rangeOf, usualPreset } from './dates.ts';

const maxDays = 92;

/** The range of days that the address says, in the chosen zone. */
export function usePeriod(): Range {
  const { period, from, to } = useValidSearch(overviewSearch);
  const { zone } = useScope();
  if (!period && from && to && from <= to && dayCount({ from, to }) <= maxDays) return { from, to };
  return rangeOf(period ?? usualPreset, dayIn(zone, Date.now()));
}

export function PeriodBar({
  currencies = [],
  currency,
}: {
  currencies?: readonly string[];
  currency?: string;
}) {
  const search = useValidSearch(overviewSearch);
  const navigate = useNavigate();
  const range = usePeriod();
  const isCustom = !search.period && search.from !== undefined;
  const change = (changes: Record<string, unknown>) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never });
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label="Period"
        value={isCustom ? 'custom' : (search.period ?? usualPreset)}
        onChange={({ currentTarget: { value } }) =>
          value === 'custom'
            ? change({ period: undefined, ...range })
            : change({ period: value as Preset, from: undefined, to: undefined })
        }
        data={[
          ...Object.entries(presets).map(([value, label]) => ({ value, label })),
          { value: 'custom', label: 'Custom…' },
        ]}
      />
      {isCustom && <CustomRange key={`${range.from}${range.to}`} range={range} choose={(to) => change(to)} />}
      <ZoneSelect />
      {currencies.length > 1 && (
        <NativeSelect
          aria-label="Currency"
          value={currency ?? ''}
          onChange={({ currentTarget: { value } }) => change({ currency: value })}
          data={[...currencies]}
        />
      )}
    </Group>
  );
}

function CustomRange({ range, choose }: { range: Range; choose: (range: Range) => void }) {
  const [{ from, to }, setRange] = useState(range);
  const problem =
    !isDay(from) || !isDay(to)
      ? 'Choose both days.'
      : to < from
        ? 'The last day is before the first.'
        : dayCount({ from, to }) > maxDays
          ? `At most ${maxDays} days.`
          : '';
  const set = (part: Partial<Range>) => {
    const next = { from, to, ...part };
    setRange(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to && dayCount(next) <= maxDays) choose(next);
  };
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        type="date"
        aria-label="First day"
        value={from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
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

const zones = () => [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

function ZoneSelect() {
  const { zone } = useScope();
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Time zone"
      value={zone}
      onChange={({ currentTarget: { value } }) =>
        navigate({
          to: '.',
          search: (before: object) =>
            ({ ...before, zone: value === browserZone ? undefined : value }) as never,
        })
      }
      data={[...new Set([zone, ...zones()])]}
      maw={190}
    />
  );
}
