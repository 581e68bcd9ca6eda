import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { type Environment, useScope } from '../app/scope.ts';
import { useValidSearch } from '../app/use-valid-search.ts';
import { comparable, dayCount, dayIn, dayText, type Range, rangeBefore } from '../kit/dates.ts';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Problem, Section, Stale } from '../kit/page.tsx';
import { PeriodBar, usePeriod } from '../kit/period-bar.tsx';
import { waitEvery } from '../kit/poll.ts';
import { livePoll } from '../kit/use-poll.ts';
import { ByDay } from './by-day.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { currenciesOf, dailySeries, daysBeforeFirst } from './data.ts';
import { Figures } from './figures.tsx';
import { overviewSearch } from './search.ts';

export function OverviewPage() {
  const { environment, zone } = useScope();
  const range = usePeriod();
  const before = rangeBefore(range);
  const compared = comparable(range, dayIn(zone, Date.now()));
  const search = useValidSearch(overviewSearch);
  const scope = { environment, time_zone: zone };
  const [beganAt] = useState(Date.now);
  const usual = livePoll(3);
  /** A page on which nothing has arrived yet looks out for the first event. */
  const live = ({ state }: { state: { data?: { rows: readonly unknown[] } | Funnel | undefined } }) =>
    state.data && isNothing(state.data) ? waitEvery(Date.now() - beganAt) : usual();

  const days = useQuery({
    queryKey: ['conversions', 'day', scope, before.from, range.to],
    queryFn: () =>
      call('reportConversions', {
        query: { ...scope, from: before.from, to: range.to, group_by: 'day,matched_by' },
      }),
    refetchInterval: live,
  });
  const ads = useQuery({
    queryKey: ['conversions', 'ads', scope, range],
    queryFn: () =>
      call('reportConversions', { query: { ...scope, ...range, group_by: 'campaign,ad_group,ad_id' } }),
    refetchInterval: live,
  });
  const funnel = useFunnel(scope, range, live);
  const funnels = [
    useFunnel(scope, compared?.now ?? range, compared?.now.to === range.to ? live : false),
    useFunnel(scope, compared?.before ?? before, false),
  ] as const;

  // The choice stays in its place while another period is loaded.
  const lastCurrencies = useRef<string[]>([]);
  if (days.data) lastCurrencies.current = currenciesOf(days.data.rows);
  const currencies = lastCurrencies.current;
  const currency =
    search.currency && currencies.includes(search.currency) ? search.currency : (currencies[0] ?? 'USD');
  const isEmpty = days.data?.rows.length === 0 && (funnel.data?.steps[0]?.count ?? 0) === 0;

  return (
    <Page
      title="Overview"
      about="Conversions that your ads earned."
      actions={<PeriodBar currencies={currencies} currency={currency} />}
    >
      <ExposedKeys />
      {isEmpty && funnel.data && <FirstSteps isTest={environment === 'test'} />}
      {funnel.isError && funnel.data === undefined && (
        <Problem
          title="Sessions and what no ad earned could not be loaded"
          error={funnel.error}
          retry={() => funnel.refetch()}
        />
      )}
      <Stale query={funnel} />
      <Loaded query={days} height={110}>
        {({ rows }) => (
          <>
            <Figures
              rows={rows}
              currency={currency}
              range={range}
              compared={compared}
              funnel={funnel}
              funnels={funnels}
            />
            {compared && <Compared {...compared} missing={daysBeforeFirst(rows, compared.before)} />}
          </>
        )}
      </Loaded>
      {!isEmpty && (
        <Loaded query={days} height={320}>
          {({ rows }) => (
            <ByDay
              points={(measure) => dailySeries(rows, range, measure)}
              currency={currency}
              isPartial={range.to === dayIn(zone, Date.now())}
            />
          )}
        </Loaded>
      )}
      {!isEmpty && (
        <Loaded query={ads} height={240}>
          {({ rows }) => (
            <CampaignTable
              rows={rows}
              currency={currency}
              unattributed={funnel.data?.quality.unattributed ?? (funnel.isError ? 'failed' : 'loading')}
              file={`${environment}-${range.from}-${range.to}`}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** Asked once in a while: it changes rarely, and an e-mail says it too. */
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
  scope: { environment: Environment; time_zone: string },
  of: Range,
  refetchInterval: false | ((query: { state: { data: Funnel | undefined } }) => number),
) {
  return useQuery({
    queryKey: ['funnel', scope, of],
    queryFn: () => call('reportFunnel', { query: { ...scope, ...of } }),
    refetchInterval,
  });
}

/** Which days the changes compare. */
function Compared({ now, before, missing }: { now: Range; before: Range; missing: number }) {
  const text = ({ from, to }: Range) => (from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`);
  return (
    <Text fz="xs" c="dimmed" mt={-8}>
      Changes compare whole days: {text(now)} with {text(before)}.
      {missing > 0 &&
        missing < dayCount(before) &&
        ` No conversion is known of the first ${countText(missing)} days of the period before.`}
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
