import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../app/api.ts';
import { type Environment, useScope } from '../app/scope.ts';
import { useValidSearch } from '../app/use-valid-search.ts';
import { type Range, rangeBefore } from '../kit/dates.ts';
import { changeOf, countText, moneyText, percentText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { PeriodBar, usePeriod } from '../kit/period-bar.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { ByDay } from './by-day.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { byCustomer, currenciesOf, dailySeries, inRange, totalsOf } from './data.ts';
import { overviewSearch } from './search.ts';
import { Tile, Tiles } from './tiles.tsx';

export function OverviewPage() {
  const { environment, zone } = useScope();
  const range = usePeriod();
  const before = rangeBefore(range);
  const search = useValidSearch(overviewSearch);
  const scope = { environment, time_zone: zone };
  const live = livePoll(3);

  const days = useQuery({
    queryKey: ['conversions', 'day', scope, before.from, range.to],
    queryFn: () =>
      call('reportConversions', {
        query: { ...scope, from: before.from, to: range.to, group_by: 'day,matched_by' },
      }),
    refetchInterval: live,
    placeholderData: (data) => data,
  });
  const ads = useQuery({
    queryKey: ['conversions', 'ads', scope, range],
    queryFn: () =>
      call('reportConversions', { query: { ...scope, ...range, group_by: 'campaign,ad_group,ad_id' } }),
    refetchInterval: live,
    placeholderData: (data) => data,
  });
  const funnel = useFunnel(scope, range, live);
  const funnelBefore = useFunnel(scope, before, false);

  const currencies = currenciesOf(days.data?.rows ?? []);
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
      <Loaded query={days} height={110}>
        {({ rows }) => {
          const now = totalsOf(inRange(rows, range), currency);
          const ofCustomers = totalsOf(byCustomer(inRange(rows, range)), currency);
          const past = totalsOf(inRange(rows, before), currency);
          const [sessions, sessionsBefore] = [sessionsOf(funnel.data), sessionsOf(funnelBefore.data)];
          return (
            <Tiles>
              <Tile
                label="Attributed value"
                value={moneyText(now.value, currency)}
                change={changeOf(Number(now.value), Number(past.value))}
                note={
                  ofCustomers.count > 0
                    ? `Of it by customer ID: ${moneyText(ofCustomers.value, currency)}`
                    : undefined
                }
              />
              <Tile
                label="Conversions"
                value={countText(now.count)}
                change={changeOf(now.count, past.count)}
              />
              <Tile
                label="Ad sessions"
                value={sessions === null ? null : countText(sessions)}
                change={changeOf(sessions ?? 0, sessionsBefore ?? 0)}
              />
              <Tile
                label="Conversion rate"
                hint="Conversions divided by ad sessions."
                value={sessions === null ? null : sessions === 0 ? '–' : percentText(now.count / sessions)}
                change={changeOf(ratio(now.count, sessions), ratio(past.count, sessionsBefore))}
              />
              <Tile
                label="Attributed share"
                hint="Share of accepted events that an ad click earned, on arrival."
                value={funnel.data ? shareText(funnel.data.quality.unmatched_rate) : null}
                change={changeOf(
                  matchedShare(funnel.data?.quality.unmatched_rate),
                  matchedShare(funnelBefore.data?.quality.unmatched_rate),
                )}
              />
            </Tiles>
          );
        }}
      </Loaded>
      {!isEmpty && (
        <Loaded query={days} height={320}>
          {({ rows }) => (
            <ByDay points={(measure) => dailySeries(rows, range, measure)} currency={currency} />
          )}
        </Loaded>
      )}
      {!isEmpty && (
        <Loaded query={ads} height={240}>
          {({ rows }) => (
            <CampaignTable
              rows={rows}
              currency={currency}
              unattributed={funnel.data?.quality.unattributed ?? []}
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

function useFunnel(
  scope: { environment: Environment; time_zone: string },
  of: Range,
  refetchInterval: false | (() => number),
) {
  return useQuery({
    queryKey: ['funnel', scope, of],
    queryFn: () => call('reportFunnel', { query: { ...scope, ...of } }),
    refetchInterval,
    placeholderData: (data) => data,
  });
}

const sessionsOf = (funnel: Answer<'reportFunnel'> | undefined) => funnel?.steps[0]?.count ?? null;

const ratio = (count: number, of: number | null) => (of ? count / of : 0);

const matchedShare = (unmatched: number | null | undefined) =>
  typeof unmatched === 'number' ? 1 - unmatched : 0;

const shareText = (unmatched: number | null) => (unmatched === null ? '–' : percentText(1 - unmatched));

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
