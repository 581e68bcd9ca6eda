import { Alert, Button, Chip, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../app/api.ts';
import { useScope } from '../app/scope.ts';
import { useValidSearch } from '../app/use-valid-search.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayIn, plusDays } from '../kit/dates.ts';
import { ExportList } from '../kit/export.tsx';
import { useList } from '../kit/list.tsx';
import { Empty, Loading, More, Page, Problem, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { useEagerPoll } from '../kit/use-poll.ts';
import { columns, lineOf } from './file.ts';
import { type Changes, Filters } from './filters.tsx';
import { Row } from './row.tsx';
import { eventsSearch, outcomes } from './search.ts';

const Details = lazy(() => import('./details.tsx').then((part) => ({ default: part.Details })));

/** As the API allows in one list. */
const maxDays = 31;

export function EventsPage() {
  const { environment, zone } = useScope();
  const search = useValidSearch(eventsSearch);
  const navigate = useNavigate();
  const change = (changes: Changes) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never, replace: true });
  const today = dayIn(zone, Date.now());
  const days =
    search.from && search.to ? { from: search.from, to: search.to } : { from: plusDays(today, 1 - maxDays) };
  const { outcome, type, reason, campaign, key, id } = search;
  const query = {
    ...days,
    ...{ environment, time_zone: zone },
    ...(outcome && { outcome }),
    ...(type && { event_type: type }),
    ...(reason && { reason }),
    ...(campaign && { campaign }),
    ...(key && { key_id: key }),
    ...(id && { id }),
  };
  const { poll, act } = useEagerPoll(1);
  const log = useList(
    ['events', query],
    (page, signal) => call('listEvents', { query: { ...query, limit: 50, ...page } as never }, { signal }),
    {
      // The tail is live as long as one page is shown: every page would be read again.
      refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : poll(false)),
    },
  );
  const changed = () => {
    act();
    log.refetch();
  };
  const entries = log.data?.pages.flatMap(({ events }) => events) ?? [];
  const opened = entries.find((entry) => entry.id === search.open);
  const isFiltered = Boolean(outcome || type || reason || campaign || key || id || search.from);

  return (
    <Page
      title="Events"
      about="Every event that your servers sent, newest first. Accepted events appear after about a second."
      actions={
        <>
          <Button variant="default" onClick={() => log.refetch()} loading={log.isRefetching}>
            Refresh
          </Button>
          <ExportList
            size="sm"
            file={`events-${environment}`}
            header={columns}
            list={log}
            pageSize={100}
            lines={({ events }) => events.map(lineOf)}
          />
        </>
      }
    >
      <Group gap="xs">
        <Chip.Group
          value={outcome ?? 'all'}
          onChange={(value) => change({ outcome: value === 'all' ? undefined : value })}
        >
          <Group gap={6}>
            <Chip value="all" size="xs">
              All
            </Chip>
            {outcomes.map((one) => (
              <Chip key={one} value={one} size="xs">
                {readable(one)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      <Filters
        key={`${type}${campaign}${id}`}
        search={search}
        change={change}
        isFiltered={isFiltered}
        clear={() =>
          navigate({
            to: '.',
            search: (({ env, zone: own }: { env?: string; zone?: string }) => ({ env, zone: own })) as never,
          })
        }
      />
      {log.isError && <Problem error={log.error} retry={() => log.refetch()} />}
      {log.isPending ? (
        <Loading height={400} />
      ) : log.data === undefined ? null : (
        <Section
          title="Event log"
          padding={0}
          about={search.from ? `${search.from} to ${search.to}` : `Last ${maxDays} days`}
        >
          {entries.length === 0 ? (
            <Empty
              title={isFiltered ? 'No event matches these filters' : 'No events yet'}
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
                  ? 'Clear a filter, or choose other days.'
                  : 'Send a first conversion. It appears here within a second.'}
            </Empty>
          ) : (
            <DataTable
              minWidth={280}
              highlightOnHover
              layout="auto"
              heads={['Event', 'Outcome', ['Earned by', 'wide'], ['Value', 'number'], ['Received', 'wider']]}
            >
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} open={() => change({ open: entry.id })} />
              ))}
            </DataTable>
          )}
          <More of={log} />
        </Section>
      )}
      {search.open &&
        (opened ? (
          <Suspense fallback={null}>
            <Details entry={opened} close={() => change({ open: undefined })} changed={changed} />
          </Suspense>
        ) : (
          log.isSuccess && <Elsewhere id={search.open} close={() => change({ open: undefined })} />
        ))}
    </Page>
  );
}

/** An entry that the address names and no loaded page holds. */
function Elsewhere({ id, close }: { id: string; close: () => void }) {
  const { environment } = useScope();
  const found = useQuery({
    queryKey: ['event', environment, id],
    queryFn: () => call('listEvents', { query: { environment, id, limit: 1 } as never }),
  });
  const entry = found.data?.events[0];
  if (entry)
    return (
      <Suspense fallback={null}>
        <Details entry={entry} close={close} changed={() => found.refetch()} />
      </Suspense>
    );
  if (!found.isSuccess) return null;
  return (
    <Alert
      color="orange"
      title="This event is not in the log"
      withCloseButton
      onClose={close}
      closeButtonLabel="Close"
    >
      It may be older than 90 days, or belong to the other environment (live or test).
    </Alert>
  );
}
