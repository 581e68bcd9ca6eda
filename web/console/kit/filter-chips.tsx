import { Anchor, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { dayText } from './dates.ts';
import { type FilterSearch, filterSearch } from './filter.ts';

export type FilterChanges = { [name in keyof FilterSearch]?: FilterSearch[name] | undefined };

export function useFilters() {
  const filters = useValidSearch(filterSearch);
  const change = useChangeSearch();
  return {
    filters,
    filterBy: (changes: FilterChanges) =>
      // A whole name replaces a partial name.
      change({ ...('campaign' in changes && { contains: undefined }), ...changes }),
  };
}

const labels = {
  campaign: 'Campaign',
  group: 'Ad group',
  ad: 'Ad',
  type: 'Type',
  pixel: 'Pixel key',
  day: 'Day',
} as const satisfies Record<keyof FilterSearch, string>;
const names = Object.keys(labels) as (keyof FilterSearch)[];

export const labelOf = (name: keyof FilterSearch, value: string): string =>
  name === 'day' ? dayText(value) : value === '' ? `(no ${labels[name].toLowerCase()})` : value;

export function FilterChips({
  others = [],
  note,
}: {
  others?: readonly { label: string; value: string; remove: () => void }[];
  note?: ReactNode;
}) {
  const { filters, filterBy } = useFilters();
  const chips = [
    ...names.flatMap((name) => {
      const value = filters[name];
      if (value === undefined) return [];
      return [{ label: labels[name], value: labelOf(name, value), remove: () => filterBy({ [name]: undefined }) }];
    }),
    ...others,
  ];
  if (chips.length === 0) return null;
  const clear = () => {
    filterBy(Object.fromEntries(names.map((name) => [name, undefined])));
    for (const { remove } of others) remove();
  };
  return (
    <section aria-label="Filters">
      <Group gap={6}>
        {chips.map(({ label, value, remove }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="light"
            maw="100%"
            mih={28}
            aria-label={`Remove the filter ${label}: ${value}`}
            onClick={remove}
            rightSection={<span aria-hidden="true">×</span>}
          >
            <Text span fz="sm" truncate>
              {label}: {value}
            </Text>
          </Button>
        ))}
        {chips.length > 1 && (
          <Button size="compact-sm" variant="subtle" mih={28} onClick={clear}>
            Clear all
          </Button>
        )}
      </Group>
      {note && (
        <Text fz="xs" c="dimmed" mt={6}>
          {note}
        </Text>
      )}
    </section>
  );
}

export function FilterBy({ to, children, size = 'sm', fw }: { to: FilterChanges; children: ReactNode; size?: 'xs' | 'sm'; fw?: number }) {
  const { filterBy } = useFilters();
  return (
    <Anchor
      component="button"
      type="button"
      c="inherit"
      fz={size}
      {...(fw && { fw })}
      ta="left"
      mih={24}
      className="anywhere"
      onClick={(event) => {
        event.stopPropagation();
        filterBy(to);
      }}
    >
      <span className="visually-hidden">Show only </span>
      {children}
    </Anchor>
  );
}
