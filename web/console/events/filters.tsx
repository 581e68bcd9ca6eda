import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { reasonText } from '../kit/reasons.ts';
import { type EventsSearch, reasonNames } from './search.ts';

export type Changes = { [name in keyof EventsSearch]: EventsSearch[name] | undefined };

export function Filters({
  search,
  change,
  isFiltered,
  clear,
}: {
  search: EventsSearch;
  change: (changes: Changes) => void;
  isFiltered: boolean;
  clear: () => void;
}) {
  const [texts, setTexts] = useState({
    id: search.id ?? '',
    type: search.type ?? '',
    campaign: search.campaign ?? '',
  });
  const later = useDebouncedCallback((next: typeof texts) => {
    // The API refuses a type in another form; it is asked once the type can be one.
    const isType = next.type === '' || /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(next.type);
    change({
      id: next.id || undefined,
      campaign: next.campaign || undefined,
      type: isType ? next.type || undefined : search.type,
    });
  }, 400);
  const field = (name: keyof typeof texts, label: string) => (
    <TextInput
      key={name}
      aria-label={label}
      placeholder={label}
      value={texts[name]}
      onChange={(event) => {
        const next = { ...texts, [name]: event.currentTarget.value.trim() };
        setTexts(next);
        later(next);
      }}
      style={{ flex: '1 1 180px', maxWidth: 300 }}
    />
  );
  return (
    <Group gap="xs">
      {field('id', 'Event, click or request ID')}
      {field('type', 'Event type')}
      {field('campaign', 'Campaign')}
      <NativeSelect
        aria-label="Reason"
        value={search.reason ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ reason: reasonNames.find((reason) => reason === value) })
        }
        data={[
          { value: '', label: 'Any reason' },
          ...reasonNames.map((value) => ({ value, label: reasonText(value) })),
        ]}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
