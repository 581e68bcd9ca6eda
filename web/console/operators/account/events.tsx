import { Button, Group, SegmentedControl, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { onSubmit } from '../../kit/form.tsx';
import { moneyText } from '../../kit/money.ts';
import { OutcomeBadge } from '../../kit/outcome.tsx';
import { Empty, Loaded, Section } from '../../kit/page.tsx';
import { errorText, readable, reasonText } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { operate } from '../api.ts';
import type { Account } from './account.ts';

const environments = ['live', 'test'] as const;

export function Events({ account: { user } }: { account: Account }) {
  const [environment, setEnvironment] = useState<(typeof environments)[number]>('live');
  const [typed, setTyped] = useState('');
  const [id, setId] = useState('');
  const events = useQuery({
    queryKey: ['operators', 'events', user.id, environment, id],
    queryFn: () =>
      operate('listAccountEvents', {
        params: { user_id: user.id },
        query: { environment, ...(id && { id }) },
      }),
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  return (
    <Section
      title="Conversion events"
      about="The latest 20 of the last seven days, with their outcome, or those of an ID."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Environment"
          value={environment}
          onChange={(value) => setEnvironment(value as typeof environment)}
          data={environments.map((value) => ({ value, label: readable(value) }))}
        />
      }
      padding={0}
    >
      <form onSubmit={onSubmit(() => setId(typed.trim()))}>
        <Group gap="xs" align="flex-end" px="md" pb="sm">
          <TextInput
            label="Event or request ID"
            value={typed}
            maxLength={512}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: '1 1 200px' }}
          />
          <Button type="submit" variant="default">
            Find
          </Button>
        </Group>
      </form>
      <Loaded query={events} height={120}>
        {({ events: list, partial }) =>
          list.length === 0 ? (
            <Empty title={id ? 'No event has this ID' : 'No event in seven days'}>
              {partial && 'The log of this account is too long to search all seven days by a request ID. '}
              {id && 'An event ID is found of any day, a request ID of the last seven days.'}
            </Empty>
          ) : (
            <DataTable
              minWidth={520}
              label="Table of events"
              verticalSpacing={6}
              heads={['Event', 'Outcome', ['Value', 'number'], 'Received']}
            >
              {list.map((entry, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name here and keep their places.
                <Table.Tr key={at}>
                  <Table.Td className="anywhere">
                    {entry.event_type ?? 'Unknown type'}
                    <Text fz="xs" c="dimmed" className="anywhere">
                      {entry.event_id}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <OutcomeBadge outcome={entry.outcome} />
                    <Text fz="xs" c="dimmed" className="anywhere">
                      {entry.reason && (entry.outcome === 'rejected' ? errorText : reasonText)(entry.reason)}
                    </Text>
                  </Table.Td>
                  <Table.Td className="number">
                    {entry.value !== null && entry.currency ? moneyText(entry.value, entry.currency) : '–'}
                  </Table.Td>
                  <Table.Td>
                    <Time at={entry.received_at} ago />
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
    </Section>
  );
}
