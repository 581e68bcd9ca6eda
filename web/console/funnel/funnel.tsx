import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Export } from '../kit/export.tsx';
import { filterQuery, isByAd } from '../kit/filter.ts';
import { FilterBy, FilterChips, useFilters } from '../kit/filter-chips.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Loading, Page, Section } from '../kit/page.tsx';
import { leftOutOf, peopleText, usePeople } from '../kit/people.ts';
import { PeriodBar, usePeriod } from '../kit/period-bar.tsx';
import { switchSearch } from '../kit/period-search.ts';
import { readable } from '../kit/reasons.ts';
import { Switches, TrafficSwitch } from '../kit/report-switches.tsx';
import { TypesTable } from '../kit/types-table.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { Findings } from './findings.tsx';
import { Quality } from './quality.tsx';
import { barOf, noteOf, rateText } from './steps.ts';

type Report = Answer<'reportFunnel'>;

const stepNames: Record<string, string> = {
  sessions: 'Sessions',
  page_views: 'Page views',
  items_added: 'Items added',
  checkout_started: 'Checkout started',
  order_created: 'Orders',
};

export function FunnelPage() {
  const { environment, zone } = useScope();
  const range = usePeriod();
  const { filters } = useFilters();
  const { pixel, type } = filters;
  const scope = { environment, time_zone: zone, ...range };
  const query = { ...scope, ...(pixel !== undefined && { pixel_key: pixel }) };
  const report = useQuery({
    queryKey: ['funnel-page', query],
    queryFn: () => call('reportFunnel', { query }),
    refetchInterval: livePoll(2),
  });
  const isPeople = useValidSearch(switchSearch).traffic !== 'all';
  const people = usePeople({ environment, time_zone: zone, ...(pixel !== undefined && { pixel_key: pixel }) }, range, {
    isOn: isPeople,
    poll: livePoll(2),
  });
  const out = leftOutOf(people);
  const isOfAds = isByAd(filters);
  const ofAds = { ...scope, ...filterQuery(filters) };
  const conversions = useQuery({
    queryKey: ['conversions', 'types', ofAds],
    queryFn: () => call('reportConversions', { query: { ...ofAds, group_by: 'event_type' } }),
    enabled: isOfAds,
  });
  return (
    <Page title="Funnel" about="From the visit to the order, and what gets lost on the way." actions={<PeriodBar />}>
      <FilterChips
        note={
          isOfAds
            ? 'Only the conversions by type are of these filters. Sessions, page views, findings and the quality of events are not counted by campaign: they are of all.'
            : type && 'Only the table of event types is of this type. Steps, findings and the quality of events are of all.'
        }
      />
      <Switches about={[peopleText(people, 'all'), ...(isPeople ? [pageViewsText] : [])]}>
        <TrafficSwitch isAll={!isPeople} />
      </Switches>
      {isOfAds && (
        <Loaded query={conversions} height={120}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Section title="Conversions by type">
                <Empty title="No conversions of these filters in this period">Remove a filter, or choose a longer period.</Empty>
              </Section>
            ) : (
              <TypesTable rows={rows} currency={rows[0]?.currency ?? 'USD'} file={`${range.from}-${range.to}`} />
            )
          }
        </Loaded>
      )}
      <Loaded query={report} height={420}>
        {(data) =>
          data.steps.every(({ count }) => count === 0) ? (
            <Section title="Steps">
              <Empty
                title="Nothing arrived in this period"
                action={
                  <Button component={Link} to="/start">
                    Get started
                  </Button>
                }
              >
                Add the pixel to your pages: it records sessions and page views. Your server sends the orders.
              </Empty>
            </Section>
          ) : (
            <>
              {out ? <Steps {...ofPeople(data, out)} /> : <Loading height={320} />}
              <Findings findings={data.findings} />
              <Quality quality={data.quality} />
              <EventTypes
                types={data.event_types.filter(({ event_type }) => !type || event_type === type)}
                late={data.quality.late_matches}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const pageViewsText = 'Page views and events of the pixel are of all visitors.';

/**
 * Sessions that are not of people are subtracted from the first step. Page views are of all visitors, so the second step
 * has no rate then.
 */
function ofPeople(
  { steps, sessions }: Pick<Report, 'steps' | 'sessions'>,
  out: { ad: number; organic: number },
): Pick<Report, 'steps' | 'sessions'> {
  const ad = Math.max(0, sessions.ad - out.ad);
  const organic = Math.max(0, sessions.organic - out.organic);
  if (out.ad === 0 && out.organic === 0) return { steps, sessions };
  return {
    sessions: { ad, organic },
    steps: steps.map((step, at) => {
      if (at === 0) return { ...step, count: ad + organic };
      return at === 1 ? { ...step, rate_from_previous: null } : step;
    }),
  };
}

function Steps({ steps, sessions }: Pick<Report, 'steps' | 'sessions'>) {
  const { ad, organic } = sessions;
  const of: Record<string, string> = {
    sessions: `visits: ${countText(ad)} from ads, ${countText(organic)} others`,
    page_views: 'events of the pixel: one session has several',
    items_added: 'events',
    checkout_started: 'events',
    order_created: 'events, also of visitors that no ad brought',
  };
  return (
    <Section title="Steps" about="Sessions are visits, all other steps are events. Each rate is relative to the previous step.">
      <Stack gap="md" component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {steps.map(({ step, count, rate_from_previous: rate }, i) => {
          const share = barOf(steps, i);
          const rateOfStep = rateText(steps, i, rate);
          const note = noteOf(steps, i);
          return (
            <li key={step}>
              <Group justify="space-between" mb={4} gap="xs">
                <Text fz="sm" fw={550}>
                  {stepNames[step] ?? readable(step)}{' '}
                  <Text span fz="xs" c="dimmed">
                    {of[step]}
                  </Text>
                </Text>
                <Group gap="xs" ml="auto">
                  {rateOfStep && (
                    <Text fz="sm" c="dimmed">
                      {rateOfStep}
                    </Text>
                  )}
                  <Text fz="sm" fw={650} className="number">
                    {countText(count)}
                  </Text>
                </Group>
              </Group>
              <div className="bar-track" aria-hidden="true" style={{ minHeight: 28 }}>
                {share > 0 && <div className="bar" style={{ width: `${share * 100}%` }} />}
              </div>
              {note && (
                <Text fz="xs" c="dimmed" mt={2}>
                  {note}
                </Text>
              )}
            </li>
          );
        })}
      </Stack>
    </Section>
  );
}

function EventTypes({ types, late }: { types: Report['event_types']; late: number }) {
  if (types.length === 0) return null;
  return (
    <Section
      title="Event types"
      about={`As events arrived${late > 0 ? `: ads have earned ${countText(late)} more since then` : ''}. Which events count as conversions is a setting of each pixel.`}
      actions={
        <Export
          file="event-types"
          header={['event_type', 'events', 'counted', 'not_counted', 'not_attributed']}
          lines={types.map((t) => [t.event_type, t.count, t.counted, t.uncounted, t.unmatched])}
        />
      }
      padding={0}
    >
      <DataTable
        minWidth={420}
        heads={['Type', ['Events', 'number'], ['Counted', 'number'], ['Not counted', 'number'], ['Not attributed', 'number']]}
      >
        {types.map(({ event_type, count, counted, uncounted, unmatched }) => (
          <Table.Tr key={event_type}>
            <Table.Td>{event_type === 'other' ? event_type : <FilterBy to={{ type: event_type }}>{event_type}</FilterBy>}</Table.Td>
            {[count, counted, uncounted, unmatched].map((figure, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other name.
              <Table.Td key={i} className="number">
                {countText(figure)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
