import { Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyOf } from '../kit/safe-href.ts';
import { type CompetitorsSearch, useCompetitorsSearch } from './search.ts';
import type { Ad } from './wall.tsx';

const countries = [
  'ALL',
  'AT',
  'BE',
  'CH',
  'DE',
  'DK',
  'ES',
  'FR',
  'GB',
  'IE',
  'IT',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
  'US',
];

const countryName = (code: string) =>
  code === 'ALL' ? 'Any country' : (new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code);

/** The service may still copy pictures, so the page polls a few times. */
export const untilCopied = (ads: readonly Ad[] | undefined, reads: number): number | false =>
  reads < 8 && ads?.some(({ image_urls: [image] }) => image && !copyOf(image)) ? 5000 : false;

export const adsQueryOf = ({ country, status }: CompetitorsSearch) =>
  ({ country: country ?? 'ALL', active_status: status ?? 'all' }) as const;

export function Filters({ children }: { children?: ReactNode }) {
  const {
    search: { country = 'ALL', status },
    change,
  } = useCompetitorsSearch();
  const isKnown = countries.includes(country);
  return (
    <Group gap="xs" mb="md">
      {children}
      <NativeSelect
        aria-label="Country"
        value={country}
        onChange={({ currentTarget: { value } }) => change({ country: value === 'ALL' ? undefined : value })}
        data={[...countries, ...(isKnown ? [] : [country])].map((value) => ({
          value,
          label: countryName(value),
        }))}
      />
      <NativeSelect
        aria-label="Status"
        value={status ?? 'all'}
        onChange={({ currentTarget: { value } }) =>
          change({ status: value === 'active' || value === 'inactive' ? value : undefined })
        }
        data={[
          { value: 'all', label: 'Active and over' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Over' },
        ]}
      />
    </Group>
  );
}
