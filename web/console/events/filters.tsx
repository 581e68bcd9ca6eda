import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { channelNames, channelTitle } from '../kit/channels.ts';
import { Choice, entriesOf } from '../kit/choice.tsx';
import { type EventsSearch, paidTexts, reasonNames, trafficTexts } from '../kit/event-search.ts';
import { isType } from '../kit/filter.ts';
import { FilterBar } from '../kit/filter-bar.tsx';
import { reasonText } from '../kit/reasons.ts';
import type { LogEntry } from './entry.ts';
import { useKnownNames } from './known-names.ts';

export type Changes = { [name in keyof EventsSearch]?: EventsSearch[name] | undefined };

const names = ['id', 'type', 'campaign', 'ad'] as const;
type Name = (typeof names)[number];
const textsOf = ({
  id = '',
  type = '',
  campaign,
  contains = '',
  ad = '',
}: EventsSearch): Record<Name, string> => ({
  ...{ id, type, campaign: campaign ?? contains, ad },
});

const style = { flex: '1 1 150px', maxWidth: 260 };

export function Filters({
  search,
  change,
  entries,
}: {
  search: EventsSearch;
  change: (changes: Changes) => void;
  entries: readonly LogEntry[];
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
  const suggested = (
    name: 'type' | 'campaign' | 'ad',
    data: readonly string[],
    placeholder: string,
    label = placeholder,
  ) => (
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
      <Choice
        label="Reason"
        value={search.reason}
        none="Any reason"
        choices={reasonNames.map((reason) => [reason, reasonText(reason)])}
        choose={(reason) => change({ reason })}
      />
      <Choice
        label="Channel"
        value={search.channel}
        none="Any channel"
        choices={channelNames.map((channel) => [channel, channelTitle(channel)])}
        choose={(channel) => change({ channel })}
      />
      <Choice
        label="Paid"
        value={search.paid}
        none="Paid and unpaid"
        choices={entriesOf(paidTexts)}
        choose={(paid) => change({ paid })}
      />
      <Choice
        label="Traffic"
        value={search.traffic}
        none="Any traffic"
        choices={entriesOf(trafficTexts)}
        choose={(traffic) => change({ traffic })}
      />
    </FilterBar>
  );
}
