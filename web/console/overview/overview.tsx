import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Answer, call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { comparable, comparisons, dayCount, dayIn, dayText, type Range, rangeBefore, rangeText, usualInterval } from '../kit/dates.ts';
import { filterQuery, isByAd } from '../kit/filter.ts';
import { FilterChips, useFilters } from '../kit/filter-chips.tsx';
import { Empty, Loaded, Page, Problem, Section, Stale } from '../kit/page.tsx';
import { peopleText, usePeople } from '../kit/people.ts';
import { PeriodBar, useComparison, usePeriod } from '../kit/period-bar.tsx';
import { reportSearch } from '../kit/period-search.ts';
import { waitEvery } from '../kit/poll.ts';
import { currenciesOf, type Measure, missingDays, type ReportRow, seriesOf } from '../kit/report-rows.ts';
import { Switches, TrafficSwitch, ValueSwitch } from '../kit/report-switches.tsx';
import { TypesTable } from '../kit/types-table.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { ConversionsByDay, type Look } from './by-day.tsx';
import { Campaigns } from './campaign-table.tsx';
import { Figures } from './figures.tsx';
import { maxNetDays, netRows, netText } from './net-rows.ts';

const grossText = 'Value is gross, as the orders came in: refunds and cancellations are not taken off.';

export function OverviewPage() {
  const { environment, zone } = useScope();
  const range = usePeriod();
  const comparison = useComparison();
  const today = dayIn(zone, Date.now());
  const compared = comparable(range, today, comparison);
  const before = compared?.before ?? rangeBefore(range, comparison);
  const search = useValidSearch(reportSearch);
  const { filters, filterBy } = useFilters();
  const scope = { environment, time_zone: zone };
  const funnelScope = { ...scope, ...(filters.pixel !== undefined && { pixel_key: filters.pixel }) };
  const reportQuery = { ...scope, ...filterQuery(filters) };
  const isNetKnown = dayCount(range) <= maxNetDays;
  const isNet = search.value === 'net' && isNetKnown;
  const isByHour = range.from === range.to && !isNet;
  const [beganAt] = useState(Date.now);
  const look = useState<Look>({ kind: 'value', asTable: false });
  const usual = livePoll(4);
  /** Before the first event, the page polls for it. */
  const live = ({ state }: { state: { data?: { rows: readonly unknown[] } | Funnel | undefined } }) =>
    state.data && isNothing(state.data) ? waitEvery(Date.now() - beganAt) : usual();

  const byDay = (of: Range) => ({
    queryKey: ['conversions', 'day', reportQuery, of, isNet],
    queryFn: (): Promise<{ rows: readonly ReportRow[]; conversion?: string }> =>
      isNet
        ? netRows(scope, filters, of, 'day')
        : call('reportConversions', {
            query: { ...reportQuery, ...of, group_by: 'day,matched_by', interval: isByHour ? 'hour' : 'day' },
          }),
  });
  const days = useQuery({ ...byDay(range), refetchInterval: live });
  const daysBefore = useQuery({ ...byDay(before), enabled: comparison !== 'none' });
  const ads = useQuery({
    queryKey: ['conversions', 'ads', reportQuery, range, isNet],
    queryFn: (): Promise<{ rows: readonly ReportRow[] }> =>
      isNet
        ? netRows(scope, filters, range, 'campaign,ad_group,ad_id')
        : call('reportConversions', {
            query: { ...reportQuery, ...range, group_by: 'campaign,ad_group,ad_id,event_type' },
          }),
    refetchInterval: live,
  });
  const funnel = useFunnel(funnelScope, range, live);
  const funnels = [
    useFunnel(funnelScope, compared?.now ?? range, compared?.now.to === range.to ? live : false),
    useFunnel(funnelScope, compared?.before ?? range, false),
  ] as const;

  const isPeople = search.traffic !== 'all';
  const ofPeople = { isOn: isPeople, isRead: true };
  const peopleScope = { ...funnelScope, ...(filters.type !== undefined && { conversion: filters.type }) };
  const people = usePeople(peopleScope, range, { ...ofPeople, poll: usual });
  const peoples = [
    usePeople(peopleScope, compared?.now ?? range, {
      ...ofPeople,
      poll: compared?.now.to === range.to ? usual : false,
    }),
    usePeople(peopleScope, compared?.before ?? range, { ...ofPeople, poll: false }),
  ] as const;

  // The currency choice remains while another period loads.
  const lastCurrencies = useRef<string[]>([]);
  if (days.data) lastCurrencies.current = currenciesOf([...days.data.rows, ...(daysBefore.data?.rows ?? [])]);
  const currencies = lastCurrencies.current;
  const currency = search.currency && currencies.includes(search.currency) ? search.currency : (currencies[0] ?? 'USD');
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = !isFiltered && days.data?.rows.length === 0 && (funnel.data?.steps[0]?.count ?? 0) === 0;
  /** Without the days no part of the page has data, so one message replaces a message per part. */
  const isDown = days.isError && days.data === undefined;
  const isNamed = isByAd(filters) || filters.type !== undefined;
  const interval = search.interval ?? usualInterval(range);
  const pointsOf = (rows: readonly ReportRow[], measure: Measure) =>
    seriesOf({ rows, range }, daysBefore.data ? { rows: daysBefore.data.rows, range: before } : null, measure, {
      interval,
      isByHour,
      zone,
      now: { day: today, at: Date.now() },
    });
  const file = `${environment}-${range.from}-${range.to}`;

  return (
    <Page
      title="Overview"
      about="Conversions that your ads earned."
      actions={<PeriodBar currencies={currencies} currency={currency} compares />}
    >
      <FilterChips
        note={
          isNamed &&
          'Value, conversions, the chart and the tables are of these filters. Ad clicks and what no ad earned are not counted by campaign or type: they are of all.'
        }
      />
      <Switches
        about={[
          isNet ? netText(filters.type ?? days.data?.conversion) : grossText,
          ...(isNetKnown ? [] : [`Net is known for at most ${maxNetDays} days.`]),
          peopleText(people, 'ad'),
        ]}
      >
        <ValueSwitch isNet={isNet} disabled={!isNetKnown} />
        <TrafficSwitch isAll={!isPeople} />
      </Switches>
      <ExposedKeys />
      {isEmpty && funnel.data && <FirstSteps isTest={environment === 'test'} />}
      {isDown && (
        <Problem
          title="The overview could not be loaded"
          error={days.error}
          retry={() => {
            for (const query of [days, daysBefore, ads, funnel, ...funnels]) if (query.isError) query.refetch();
          }}
        />
      )}
      {!isDown && funnel.isError && funnel.data === undefined && (
        <Problem title="Ad clicks and what no ad earned could not be loaded" error={funnel.error} retry={() => funnel.refetch()} />
      )}
      <Stale query={funnel} />
      {!isDown && daysBefore.isError && comparison !== 'none' && (
        <Problem title="The period to compare with could not be loaded" error={daysBefore.error} retry={() => daysBefore.refetch()} />
      )}
      {isDown || (
        <Loaded query={days} height="var(--tiles-height)">
          {({ rows }) => (
            <>
              <Figures
                rows={rows}
                rowsBefore={daysBefore.data?.rows}
                currency={currency}
                filters={filters}
                compared={compared}
                range={range}
                funnel={funnel}
                funnels={funnels}
                people={people}
                peoples={peoples}
                isNet={isNet}
                courseOf={(measure) => pointsOf(rows, measure).map(({ now }) => now)}
              />
              <Compared
                compared={compared}
                missing={compared && daysBefore.data ? missingDays('conversion', daysBefore.data.rows, compared.before) : []}
                today={range.to === today ? today : null}
              />
            </>
          )}
        </Loaded>
      )}
      {!isDown && !isEmpty && (
        <Loaded query={days} height={400}>
          {({ rows }) => (
            <ConversionsByDay
              points={(measure) => pointsOf(rows, measure)}
              currency={currency}
              interval={isByHour ? 'hour' : interval}
              isNet={isNet}
              change={dayCount(range) > 13 ? (to) => filterBy({ interval: to } as never) : null}
              beforeLabel={daysBefore.data ? comparisons[comparison] : null}
              zone={zone}
              look={look}
            />
          )}
        </Loaded>
      )}
      {!isDown && !isEmpty && (
        <Loaded query={ads} height={240}>
          {({ rows }) => (
            <>
              <Campaigns
                rows={rows}
                isNet={isNet}
                currency={currency}
                type={filters.type}
                unattributed={isNamed || isNet ? 'hidden' : (funnel.data?.quality.unattributed ?? (funnel.isError ? 'failed' : 'loading'))}
                file={file}
              />
              <TypesTable rows={rows} currency={currency} file={file} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** Exposed keys are loaded seldom, because they change rarely and an e-mail reports them too. */
function ExposedKeys() {
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => call('listKeys', {}),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });
  const exposed = keys.data?.keys.filter((key) => key.exposed) ?? [];
  if (exposed.length === 0) return null;
  return (
    <Alert color="red" title="A secret key is exposed">
      <Text fz="sm" className="anywhere">
        A browser sent {exposed.map(({ name }) => `“${name}”`).join(', ')}: anybody can read it there.{' '}
        <Anchor component={Link} to="/keys" fz="sm" underline="always">
          Rotate it
        </Anchor>
      </Text>
    </Alert>
  );
}

type Funnel = Answer<'reportFunnel'>;
const isNothing = (data: { rows: readonly unknown[] } | Funnel) =>
  'rows' in data ? data.rows.length === 0 : data.steps.every(({ count }) => count === 0);

function useFunnel(
  scope: { environment: Environment; time_zone: string; pixel_key?: string },
  of: Range,
  refetchInterval: false | ((query: { state: { data: Funnel | undefined } }) => number),
) {
  return useQuery({
    queryKey: ['funnel', scope, of],
    queryFn: () => call('reportFunnel', { query: { ...scope, ...of } }),
    refetchInterval,
  });
}

function Compared({
  compared,
  missing,
  today,
}: {
  compared: { now: Range; before: Range } | null;
  missing: readonly string[];
  /** `today` is `null` if the period excludes today. */
  today: string | null;
}) {
  const sentences = [
    ...(compared ? [`Changes compare whole days: ${rangeText(compared.now)} with ${rangeText(compared.before)}.`] : []),
    ...missing,
    ...(today ? [`${dayText(today)} is not over.`] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed" mt={-8}>
      {sentences.join(' ')}
    </Text>
  );
}

function FirstSteps({ isTest }: { isTest: boolean }) {
  return (
    <Section title="Nothing has arrived yet">
      <Empty
        title={isTest ? 'No test events in this period' : 'No ad clicks or conversions in this period'}
        action={
          <Button component={Link} to="/start">
            Get started
          </Button>
        }
      >
        Add the pixel to your landing page and send your first conversion. It takes a minute.
      </Empty>
    </Section>
  );
}
