import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../core/api.ts';
import { channelNames, channelTitle, isChannel } from '../kit/channels.ts';
import { FilterChips } from '../kit/filter-chips.tsx';
import { networkTitle } from '../kit/networks.ts';
import { SearchField } from '../kit/search-field.tsx';
import { paidTexts } from './search.ts';
import type { Report, View } from './view.ts';

const rarely = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, retry: false };
const usualType = 'order_created';

function useCurrencies({ query: { from, to, currency } }: View, recorded: readonly string[]) {
  const rates = useQuery({
    queryKey: ['exchange-rates', from, to],
    queryFn: () => call('listExchangeRates', { query: { from, to } }),
    ...rarely,
  });
  // The choice remains while other days load.
  const last = useRef<readonly string[]>([]);
  if (recorded.length > 0) last.current = recorded;
  const all = [...last.current, ...(rates.data?.rates.map((rate) => rate.to) ?? [])];
  return [...new Set([...all, ...(currency ? [currency] : [])])].sort();
}

export function Filters({
  view,
  report,
  recorded,
  children,
}: {
  view: View;
  report: Report | undefined;
  recorded: readonly string[];
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { search, change } = view;
  const totals = report?.totals ?? [];
  // The choices remain while other days load.
  const lastNetworks = useRef<readonly string[]>([]);
  if (report) lastNetworks.current = report.networks;
  const networks = new Set([...lastNetworks.current, ...(search.network ? [search.network] : [])]);
  const currencies = useCurrencies(view, recorded);
  const lastTypes = useRef<readonly string[]>([]);
  if (totals.length > 0) lastTypes.current = totals.flatMap(({ by_type }) => Object.keys(by_type));
  const types = [...new Set([usualType, ...lastTypes.current, ...(search.type ? [search.type] : [])])];
  return (
    <Group gap="xs" className="filters" data-open={isOpen || undefined}>
      <SearchField
        label="Part of a campaign, ad group or ad"
        placeholder="Campaign, ad group or ad"
        value={search.contains ?? ''}
        change={(contains) => change({ contains })}
      />
      <Button variant="default" hiddenFrom="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters
      </Button>
      <NativeSelect
        aria-label="Network"
        value={search.network ?? ''}
        onChange={({ currentTarget: { value } }) => change({ network: value || undefined })}
        data={[
          { value: '', label: 'Any network' },
          ...[...networks].map((value) => ({ value, label: networkTitle(value) })),
        ]}
      />
      <NativeSelect
        aria-label="Channel"
        value={search.channel ?? ''}
        onChange={({ currentTarget: { value } }) => change({ channel: isChannel(value) ? value : undefined })}
        data={[
          { value: '', label: 'Any channel' },
          ...channelNames.map((value) => ({ value, label: channelTitle(value) })),
        ]}
      />
      <NativeSelect
        aria-label="Paid"
        value={search.paid ?? ''}
        disabled={search.channel !== undefined}
        onChange={({ currentTarget: { value } }) =>
          change({ paid: value === 'no' || value === 'all' ? value : undefined })
        }
        data={[
          { value: '', label: 'Paid channels' },
          ...Object.entries(paidTexts).map(([value, label]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        aria-label="Traffic"
        value={search.traffic ?? ''}
        onChange={({ currentTarget: { value } }) => change({ traffic: value === 'all' ? 'all' : undefined })}
        data={[
          { value: '', label: 'People only' },
          { value: 'all', label: 'All clicks' },
        ]}
      />
      <NativeSelect
        aria-label="Conversion type"
        value={search.type ?? usualType}
        onChange={({ currentTarget: { value } }) => change({ type: value === usualType ? undefined : value })}
        data={types}
      />
      <NativeSelect
        aria-label="Days of conversions"
        value={search.basis ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ basis: value === 'occurred' ? 'occurred' : undefined })
        }
        data={[
          { value: '', label: 'By day of click' },
          { value: 'occurred', label: 'By day of conversion' },
        ]}
      />
      {currencies.length > 0 && (
        <NativeSelect
          aria-label="Currency"
          value={view.query.currency ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ currency: value || undefined, currencies: value ? undefined : 'original' })
          }
          data={[
            { value: '', label: 'Currencies as they are' },
            ...currencies.map((value) => ({ value, label: `In ${value}` })),
          ]}
        />
      )}
      {children}
    </Group>
  );
}

export function Chips({ view: { search, change } }: { view: View }) {
  const { network, channel, paid, traffic, value, contains, basis } = search;
  const chip = (label: string, value: string, name: keyof typeof search) => ({
    ...{ label, value },
    remove: () => change({ [name]: undefined }),
  });
  return (
    <FilterChips
      others={[
        ...(network ? [chip('Network', networkTitle(network), 'network')] : []),
        ...(channel ? [chip('Channel', channelTitle(channel), 'channel')] : []),
        ...(paid && !channel ? [chip('Channels', paidTexts[paid], 'paid')] : []),
        ...(traffic ? [chip('Traffic', 'All clicks', 'traffic')] : []),
        ...(value ? [chip('Value', 'Net', 'value')] : []),
        ...(contains ? [chip('Name contains', contains, 'contains')] : []),
        ...(basis ? [chip('Days', 'Of the conversion', 'basis')] : []),
      ]}
    />
  );
}
