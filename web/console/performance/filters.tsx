import { Group, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { call } from '../core/api.ts';
import { Choice, entriesOf } from '../kit/choice.tsx';
import { type ChoiceFilter, ChoiceFilters, channelFilter } from '../kit/choice-filters.tsx';
import { networkTitle } from '../kit/networks.ts';
import { ZoneSelect } from '../kit/period-bar.tsx';
import { ValueSwitch } from '../kit/report-switches.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { paidTexts } from './search.ts';
import type { Report, View } from './view.ts';

const rarely = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, retry: false };

function useCurrencies({ query: { from, to, currency } }: View, recorded: readonly string[]) {
  const rates = useQuery({
    queryKey: ['exchange-rates', from, to],
    queryFn: () => call('listExchangeRates', { query: { from, to } }),
    ...rarely,
  });
  // The choice of currencies remains while other days load.
  const last = useRef<readonly string[]>([]);
  if (recorded.length > 0) last.current = recorded;
  const all = [...last.current, ...(rates.data?.rates.map((rate) => rate.to) ?? [])];
  return [...new Set([...all, ...(currency ? [currency] : [])])].sort();
}

export function Filters({
  view,
  report,
  recorded,
  remember,
  children,
}: {
  view: View;
  report: Report | undefined;
  recorded: readonly string[];
  /** The currency that the person chooses is that of the next visits. */
  remember: (currency: string) => void;
  children: ReactNode;
}) {
  const { search, change } = view;
  const totals = report?.totals ?? [];
  // The choice of networks remains while other days load.
  const lastNetworks = useRef<readonly string[]>([]);
  if (report) lastNetworks.current = report.networks;
  const networks = new Set([...lastNetworks.current, ...(search.network ? [search.network] : [])]);
  const currencies = useCurrencies(view, recorded);
  const lastTypes = useRef<readonly string[]>([]);
  if (totals.length > 0) lastTypes.current = totals.flatMap(({ by_type }) => Object.keys(by_type));
  const primary = useRef<string>(undefined);
  if (report && !search.type) primary.current = report.conversion;
  const type = search.type ?? primary.current ?? 'order_created';
  const types = [...new Set([primary.current ?? type, ...lastTypes.current, type])];
  return (
    <Paper component="section" aria-label="All filters" p="sm">
      <Group gap="xs">
        <SearchField
          label="Part of a campaign, ad group or ad"
          placeholder="Campaign, ad group or ad"
          value={search.contains ?? ''}
          change={(contains) => change({ contains })}
        />
        <ChoiceFilters filters={filtersOf(search, [...networks])} change={change} />
        <Choice
          label="Conversion type"
          value={type}
          choices={types.map((one) => [one, one])}
          choose={(one) => change({ type: one === primary.current ? undefined : one })}
        />
        {currencies.length > 0 && (
          <Choice
            label="Currency"
            value={view.query.currency}
            none="Currencies as they are"
            choices={currencies.map((currency) => [currency, `In ${currency}`])}
            choose={(currency) => {
              if (currency) remember(currency);
              change({ currency, currencies: currency ? undefined : 'original' });
            }}
          />
        )}
        <ZoneSelect />
        <ValueSwitch isNet={view.isNet} />
        {children}
      </Group>
    </Paper>
  );
}

export const filtersOf = (
  { network, channel, paid, traffic, value, contains, basis }: View['search'],
  networks: readonly string[] = network ? [network] : [],
): ChoiceFilter<keyof View['search']>[] => [
  {
    name: 'network',
    label: 'Network',
    value: network,
    none: 'Any network',
    choices: networks.map((name) => [name, networkTitle(name)]),
  },
  channelFilter(channel),
  {
    name: 'paid',
    label: 'Paid',
    value: paid,
    none: 'Paid channels',
    choices: entriesOf(paidTexts),
    disabled: channel !== undefined,
    chip: { label: 'Channels' },
  },
  {
    name: 'traffic',
    label: 'Traffic',
    value: traffic,
    none: 'People only',
    choices: [['all', 'All clicks']],
  },
  {
    name: 'basis',
    label: 'Days of conversions',
    value: basis,
    none: 'By day of click',
    choices: [['occurred', 'By day of conversion']],
    chip: { label: 'Days', value: 'Of the conversion' },
  },
  { name: 'value', label: 'Value', value, chip: { value: 'Net' } },
  { name: 'contains', label: 'Name contains', value: contains },
];
