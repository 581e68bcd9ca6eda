import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../kit/choice.tsx';
import { copyOf } from '../kit/safe-href.ts';
import { type CompetitorsSearch, useCompetitorsSearch } from './search.ts';
import type { Ad } from './wall.tsx';

const countries = 'AT BE CH DE DK ES FR GB IE IT NL NO PL PT SE US'.split(' ');

const countryName = (code: string) => new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code;

/** The service may still copy pictures, so the page polls a few times. */
export const untilCopied = (ads: readonly Ad[] | undefined, reads: number): number | false =>
  reads < 8 && ads?.some(({ image_urls: [image] }) => image && !copyOf(image)) ? 5000 : false;

export const adsQueryOf = ({ country, status }: CompetitorsSearch) =>
  ({ country: country ?? 'ALL', active_status: status ?? 'all' }) as const;

export function Filters({ children }: { children?: ReactNode }) {
  const { search, change } = useCompetitorsSearch();
  const { country, status } = search;
  const shown = country && !countries.includes(country) ? [...countries, country] : countries;
  return (
    <Group gap="xs" mb="md">
      {children}
      <Choice
        label="Country"
        value={country}
        none="Any country"
        choices={shown.map((country) => [country, countryName(country)])}
        choose={(chosen) => change({ country: chosen })}
      />
      <Choice
        label="Status"
        value={status}
        none="Active and over"
        choices={[
          ['active', 'Active'],
          ['inactive', 'Over'],
        ]}
        choose={(chosen) => change({ status: chosen })}
      />
    </Group>
  );
}
