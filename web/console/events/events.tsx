import { Alert, Button, Chip, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ChoiceChips } from '../kit/choice-filters.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { rangeText } from '../kit/dates.ts';
import { eventsSearch, outcomes } from '../kit/event-search.ts';
import { ExportList } from '../kit/export.tsx';
import { filterQuery, without } from '../kit/filter.ts';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { PeriodBar, type PeriodLimit, usePeriod } from '../kit/period-bar.tsx';
import { outcomeText } from '../kit/reasons.ts';
import { useEagerPoll } from '../kit/use-poll.ts';
import { columns, lineOf } from './file.ts';
import { type Changes, Filters, filtersOf } from './filters.tsx';
import { Live } from './live-switch.tsx';
import { Row } from './row.tsx';

const Details = lazy(() => import('./details.tsx').then((part) => ({ default: part.Details })));

/** The API lists at most 92 days at once; the log reaches back 90. */
const limit: PeriodLimit = { most: 92, usual: '30d' };

export function EventsPage() {
  const { environment, zone } = useScope();
  const search = useValidSearch(eventsSearch);
  const range = usePeriod(limit);
  const changeSearch = useChangeSearch();
  const change = (changes: Changes) => changeSearch(changes, { replace: true });
  const { outcome, reason, contains, key, id, channel, paid, traffic, consent } = search;
  const query = {
    ...range,
    environment,
    time_zone: zone,
    ...filterQuery(search),
    ...without({ outcome, reason, campaign_contains: contains, key_id: key, id, channel, traffic, consent }),
    ...(paid && { paid: paid === 'yes' }),
  };
  const { poll, act } = useEagerPoll(1);
  const queryKey = ['events', query];
  const log = useList(queryKey, (page, signal) => call('listEvents', { query: { ...query, limit: 50, ...page } as never }, { signal }), {
    // A poll would read every shown page again, so the list is live only while one page is shown.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : poll(false)),
  });
  const refreshing = useMutation({ mutationFn: () => log.refetch() });
  const changed = () => {
    act();
    log.refetch();
  };
  const entries = log.data?.pages.flatMap(({ events }) => events) ?? [];
  const opened = entries.find((entry) => entry.id === search.open);
  const filters = filtersOf(search);
  const isFiltered = filters.some(({ value }) => value) || Object.keys(filterQuery(search)).length > 0;

  return (
    <Page
      title="Events"
      about="Every event that your servers sent, newest first. Accepted events appear after about a second."
      actions={<PeriodBar limit={limit} />}
    >
      <Group justify="space-between" gap="xs">
        <Chip.Group value={outcome ?? 'all'} onChange={(value) => change({ outcome: outcomes.find((outcome) => outcome === value) })}>
          <Group gap={6}>
            <Chip value="all" size="xs">
              All
            </Chip>
            {outcomes.map((outcome) => (
              <Chip key={outcome} value={outcome} size="xs">
                {outcomeText(outcome)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="xs">
          <Live
            key={JSON.stringify(query)}
            queryKey={queryKey}
            load={() => call('listEvents', { query: { ...query, limit: 50 } as never })}
          />
          <Button size="xs" variant="default" onClick={() => refreshing.mutate()} loading={refreshing.isPending}>
            Refresh
          </Button>
          <ExportList
            file={`events-${environment}`}
            header={columns}
            list={log}
            pageSize={100}
            lines={({ events }) => events.map(lineOf)}
          />
        </Group>
      </Group>
      <Filters search={search} change={change} entries={entries} filters={filters} />
      <ChoiceChips filters={filters} change={change} />
      <Section title="Event log" padding={0} about={rangeText(range)}>
        <Listed
          query={{ ...log, isOld: log.isOld || refreshing.isPending }}
          rows={entries}
          height={400}
          empty={
            <Empty
              title={isFiltered ? 'No event matches these filters' : 'No events in this period'}
              action={
                !isFiltered &&
                !log.hasNextPage && (
                  <Button component={Link} to="/start">
                    Get started
                  </Button>
                )
              }
            >
              {log.hasNextPage
                ? 'Older pages may hold some: load more.'
                : isFiltered
                  ? 'Remove a filter above, or choose another period at the top of the page.'
                  : 'Choose another period at the top of the page, or send a first conversion. It appears here within a second.'}
            </Empty>
          }
        >
          <DataTable
            minWidth={280}
            highlightOnHover
            layout="auto"
            heads={['Event', 'Outcome', ['Earned by', 'wide'], ['Channel', 'wider'], ['Value', 'number'], ['Received', 'wider']]}
          >
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} open={() => change({ open: entry.id })} filterBy={change} />
            ))}
          </DataTable>
        </Listed>
      </Section>
      {search.open &&
        (opened ? (
          <Suspense fallback={null}>
            <Details entry={opened} close={() => change({ open: undefined })} changed={changed} change={change} />
          </Suspense>
        ) : (
          log.isSuccess && <Elsewhere id={search.open} close={() => change({ open: undefined })} change={change} />
        ))}
    </Page>
  );
}

function Elsewhere({ id, close, change }: { id: string; close: () => void; change: (changes: Changes) => void }) {
  const { environment } = useScope();
  const eventQuery = useQuery({
    queryKey: ['event', environment, id],
    queryFn: () => call('listEvents', { query: { environment, id, limit: 1 } as never }),
  });
  const entry = eventQuery.data?.events[0];
  if (entry)
    return (
      <Suspense fallback={null}>
        <Details entry={entry} close={close} changed={() => eventQuery.refetch()} change={change} />
      </Suspense>
    );
  if (!eventQuery.isSuccess) return null;
  return (
    <Alert color="orange" title="This event is not in the log" withCloseButton onClose={close} closeButtonLabel="Close">
      It may be older than 90 days, or belong to the other environment (live or test).
    </Alert>
  );
}
