import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { entriesOf } from '../kit/choice.tsx';
import { type ChoiceFilter, ChoiceFilters, channelFilter } from '../kit/choice-filters.tsx';
import { consentTexts, type EventsSearch, paidTexts, reasonNames, trafficTexts } from '../kit/event-search.ts';
import { isType } from '../kit/filter.ts';
import { FilterBar } from '../kit/filter-bar.tsx';
import { outcomeText, reasonText } from '../kit/reasons.ts';
import type { LogEntry } from './entry.ts';
import { useKnownNames } from './known-names.ts';

export type Changes = { [name in keyof EventsSearch]?: EventsSearch[name] | undefined };

export const filtersOf = ({
  outcome,
  reason,
  channel,
  paid,
  traffic,
  consent,
  contains,
  key,
  id,
}: EventsSearch): ChoiceFilter<keyof EventsSearch>[] => [
  { name: 'outcome', label: 'Outcome', value: outcome, chip: { value: outcomeText(outcome ?? '') } },
  {
    name: 'reason',
    label: 'Reason',
    value: reason,
    none: 'Any reason',
    choices: reasonNames.map((name) => [name, reasonText(name)]),
  },
  channelFilter(channel),
  { name: 'paid', label: 'Paid', value: paid, none: 'Paid and unpaid', choices: entriesOf(paidTexts) },
  {
    name: 'traffic',
    label: 'Traffic',
    value: traffic,
    none: 'Any traffic',
    choices: entriesOf(trafficTexts),
  },
  { name: 'consent', label: 'Consent to ads', value: consent, none: 'Any consent', choices: entriesOf(consentTexts) },
  { name: 'contains', label: 'Campaign contains', value: contains },
  { name: 'key', label: 'Key', value: key },
  { name: 'id', label: 'ID', value: id },
];

const names = ['id', 'type', 'campaign', 'ad'] as const;
type Name = (typeof names)[number];
const textsOf = ({ id = '', type = '', campaign, contains = '', ad = '' }: EventsSearch): Record<Name, string> => ({
  id,
  type,
  campaign: campaign ?? contains,
  ad,
});

const style = { flex: '1 1 150px', maxWidth: 260 };

export function Filters({
  search,
  change,
  entries,
  filters,
}: {
  search: EventsSearch;
  change: (changes: Changes) => void;
  entries: readonly LogEntry[];
  filters: ReturnType<typeof filtersOf>;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const { campaigns, ads, types } = useKnownNames(entries, isAsked);
  const named = textsOf(search);
  const [texts, setTexts] = useState(named);
  const applied = useRef(named);
  // The typed text remains when a filter is changed elsewhere on the page.
  const { id, type, campaign, ad } = named;
  useEffect(() => {
    const next = { id, type, campaign, ad };
    const isOther = (name: Name) => next[name] !== applied.current[name];
    const others = names.filter(isOther);
    applied.current = next;
    if (others.length > 0)
      setTexts((before) => ({
        ...before,
        ...Object.fromEntries(others.map((name) => [name, next[name]])),
      }));
  }, [id, type, campaign, ad]);
  const apply = (next: Record<Name, string>) => {
    // The API rejects a type in another form, so the page waits for a valid type.
    const isComplete = next.type === '' || isType(next.type);
    applied.current = { ...next, type: isComplete ? next.type : applied.current.type };
    const isWhole = campaigns.includes(next.campaign);
    change({
      id: next.id || undefined,
      ...(next.ad !== ad && { ad: next.ad || undefined }),
      ...(isComplete && { type: next.type || undefined }),
      ...(next.campaign !== campaign && {
        campaign: isWhole ? next.campaign : undefined,
        contains: isWhole ? undefined : next.campaign || undefined,
      }),
    });
  };
  const later = useDebouncedCallback(apply, 400);
  const set = (name: Name) => (text: string) => {
    const next = { ...texts, [name]: text };
    setTexts(next);
    later(Object.fromEntries(names.map((of) => [of, next[of].trim()])) as Record<Name, string>);
  };
  const suggested = (name: 'type' | 'campaign' | 'ad', data: readonly string[], placeholder: string, label = placeholder) => (
    <Autocomplete
      aria-label={label}
      placeholder={placeholder}
      value={texts[name]}
      onChange={set(name)}
      onFocus={() => setIsAsked(true)}
      data={[...data]}
      limit={12}
      comboboxProps={{ withinPortal: false }}
      style={style}
    />
  );
  return (
    <FilterBar
      first={
        <>
          <TextInput
            aria-label="Event, click or request ID"
            placeholder="Event or click ID"
            value={texts.id}
            onChange={(event) => set('id')(event.currentTarget.value)}
            style={style}
          />
          {suggested('campaign', campaigns, 'Campaign', 'Campaign, or a part of it')}
          {suggested('ad', ads, 'Ad')}
          {suggested('type', types, 'Event type')}
        </>
      }
    >
      <ChoiceFilters filters={filters} change={change} />
    </FilterBar>
  );
}
