import { Alert, Button, Chip, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../app/api.ts';
import { useScope } from '../app/scope.ts';
import { useValidSearch } from '../app/use-valid-search.ts';
import { csvOf } from '../kit/csv.ts';
import { dayIn, plusDays } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { Icon } from '../kit/icon.tsx';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { Empty, Loading, Page, Problem, Scroll, Section } from '../kit/page.tsx';
import { readable, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { livePoll } from '../kit/use-poll.ts';
import type { LogEntry } from './entry.ts';
import { type EventsSearch, eventsSearch, outcomes } from './search.ts';

type Changes = { [name in keyof EventsSearch]: EventsSearch[name] | undefined };
const Details = lazy(() => import('./details.tsx').then((part) => ({ default: part.Details })));
/** As the API allows in one list. */
const mostDays = 31;

export function EventsPage() {
  const { environment, zone } = useScope();
  const search = useValidSearch(eventsSearch);
  const navigate = useNavigate();
  const change = (changes: Changes) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never, replace: true });
  const today = dayIn(zone, Date.now());
  const days =
    search.from && search.to ? { from: search.from, to: search.to } : { from: plusDays(today, 1 - mostDays) };
  const { outcome, type, campaign, key, id } = search;
  const query = {
    ...days,
    ...{ environment, time_zone: zone, limit: 50 },
    ...(outcome && { outcome }),
    ...(type && { event_type: type }),
    ...(campaign && { campaign }),
    ...(key && { key_id: key }),
    ...(id && { id }),
  };
  const poll = livePoll(1);
  const log = useInfiniteQuery({
    queryKey: ['events', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listEvents',
        { query: { ...query, ...(pageParam && { cursor: pageParam }) } as never },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // The tail is live as long as one page is shown: every page would be read again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : poll()),
  });
  const entries = log.data?.pages.flatMap(({ events }) => events) ?? [];
  const opened = entries.find((entry) => entry.id === search.open);
  const isFiltered = Boolean(outcome || type || campaign || key || id || search.from);

  return (
    <Page
      title="Events"
      about="Every event that your servers sent, newest first. Accepted events appear after about a second."
      actions={
        <>
          <Button variant="default" onClick={() => log.refetch()} loading={log.isRefetching}>
            Refresh
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            disabled={entries.length === 0}
            onClick={() => download(`adtrail-events-${environment}.csv`, csvOf(columns, entries.map(lineOf)))}
          >
            Export CSV
          </Button>
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
      ) : (
        <Section
          title="Event log"
          padding={0}
          about={search.from ? `${search.from} to ${search.to}` : `Last ${mostDays} days`}
        >
          {entries.length === 0 ? (
            <Empty title={isFiltered ? 'No event matches these filters' : 'No events yet'}>
              {log.hasNextPage
                ? 'Older pages may hold some: load more.'
                : isFiltered
                  ? 'Clear a filter, or choose other days.'
                  : 'Send a first conversion on “Get started”. It appears here within a second.'}
            </Empty>
          ) : (
            <Scroll minWidth={280}>
              <Table verticalSpacing="xs" highlightOnHover layout="auto">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Event</Table.Th>
                    <Table.Th>Outcome</Table.Th>
                    <Table.Th className="wide">Earned by</Table.Th>
                    <Table.Th className="number">Value</Table.Th>
                    <Table.Th className="wide">Received</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {entries.map((entry) => (
                    <Row key={entry.id} entry={entry} open={() => change({ open: entry.id })} />
                  ))}
                </Table.Tbody>
              </Table>
            </Scroll>
          )}
          {log.hasNextPage && (
            <Group p="md">
              <Button variant="default" onClick={() => log.fetchNextPage()} loading={log.isFetchingNextPage}>
                Load more
              </Button>
            </Group>
          )}
        </Section>
      )}
      {search.open &&
        (opened ? (
          <Suspense fallback={null}>
            <Details entry={opened} close={() => change({ open: undefined })} changed={() => log.refetch()} />
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

function Row({ entry, open }: { entry: LogEntry; open: () => void }) {
  const { event_id, event_type, outcome, late, campaign, ad_group, ad_id, value, currency, reason, error } =
    entry;
  const title = event_id ?? '(no event ID)';
  return (
    <Table.Tr className="row-button" onClick={open}>
      <Table.Td>
        <UnstyledButton
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          <span className="visually-hidden">Details of </span>
          <Text fz="sm" fw={550} className="anywhere">
            {title}
          </Text>
          <Text fz="xs" c="dimmed" className="anywhere">
            {event_type ?? '(no type)'}
          </Text>
        </UnstyledButton>
        <Text fz="xs" c="dimmed" hiddenFrom="sm" component="div">
          <Time at={entry.received_at} ago />
        </Text>
      </Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={outcome} late={late === true} />
        {(reason || error) && (
          <Text fz="xs" c="dimmed" mt={2} maw={220} className="anywhere">
            {reason ? reasonText(reason) : readable(error?.code ?? '')}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="wide">
        {campaign ? (
          <Text fz="sm" className="anywhere">
            {campaign}
            <Text fz="xs" c="dimmed" className="anywhere">
              {[ad_group, ad_id].filter(Boolean).join(' › ')}
            </Text>
          </Text>
        ) : (
          <Text c="dimmed" fz="sm">
            –
          </Text>
        )}
      </Table.Td>
      <Table.Td className="number">
        {value !== undefined && currency ? moneyText(value, currency) : '–'}
      </Table.Td>
      <Table.Td className="wide">
        <Time at={entry.received_at} ago />
      </Table.Td>
    </Table.Tr>
  );
}

function Filters({
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
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const columns = [
  ...['received_at', 'outcome', 'event_id', 'event_type', 'reason', 'campaign', 'ad_group', 'ad_id'],
  ...['value', 'currency', 'counted', 'key_id', 'request_id'],
];
const lineOf = (entry: LogEntry) =>
  columns.map((name) => {
    const value =
      name === 'reason' ? (entry.reason ?? entry.error?.code) : (entry as Record<string, unknown>)[name];
    return value === undefined ? '' : String(value);
  });
