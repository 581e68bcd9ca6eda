import { Group, NativeSelect } from '@mantine/core';
import { copyOf } from '../kit/safe-href.ts';
import type { Ad } from './wall.tsx';

export type Filter = { country: string; active_status: 'all' | 'active' | 'inactive' };

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
  code === 'ALL' ? 'All countries' : (new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code);

/** The service may still copy pictures, so the page polls a few times. */
export const untilCopied = (ads: readonly Ad[] | undefined, reads: number): number | false =>
  reads < 8 && ads?.some(({ image_urls: [image] }) => image && !copyOf(image)) ? 5000 : false;

export function Filters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }) {
  return (
    <Group gap="xs" mb="md">
      <NativeSelect
        aria-label="Country"
        value={filter.country}
        onChange={(event) => change({ ...filter, country: event.currentTarget.value })}
        data={countries.map((value) => ({ value, label: countryName(value) }))}
      />
      <NativeSelect
        aria-label="Status"
        value={filter.active_status}
        onChange={(event) =>
          change({ ...filter, active_status: event.currentTarget.value as Filter['active_status'] })
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
