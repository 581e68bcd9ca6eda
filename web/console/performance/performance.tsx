import { Button } from '@mantine/core';
import { type QueryFilters, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { comparable, dayIn } from '../kit/dates.ts';
import { Empty, Loading, Page, Problem, Section, Stale, Updating } from '../kit/page.tsx';
import { PeriodBar } from '../kit/period-bar.tsx';
import { missingDays } from '../kit/report-rows.ts';
import { Switches, ValueSwitch } from '../kit/report-switches.tsx';
import { About } from './about.tsx';
import { AdsTable } from './ads-table.tsx';
import { ByDay } from './by-day.tsx';
import { useConverted } from './converted.ts';
import { maxRows, useDays } from './days.ts';
import { Down } from './down.tsx';
import { Chips, Filters } from './filters.tsx';
import { LeftOut } from './left-out.tsx';
import { useRemembered } from './remembered.ts';
import { SpendButton } from './spend-link.tsx';
import { Figures } from './tiles.tsx';
import { limit, type Report, readReport, useView, type View } from './view.ts';
import { Views } from './views.tsx';

const grossText =
  'Value and return are gross, as the orders came in: refunds and cancellations are not taken off.';
const netText =
  'Value and return are net: what refunds, cancellations and corrections leave of the orders of these days.';

const AdDrawer = lazy(() => import('./ad-drawer.tsx').then((part) => ({ default: part.AdDrawer })));

export function PerformancePage() {
  const { view, summary, isDecided, recorded, lacksRates } = useConverted(useView());
  const { query, range, comparison, zone, search } = view;
  const remembered = useRemembered();
  const today = dayIn(zone, Date.now());
  const compared = comparable(range, today, comparison);
  const change = useQuery({
    queryKey: ['performance', 'change', query, compared, comparison],
    queryFn: ({ signal }) =>
      readReport(
        {
          ...{ ...query, ...compared?.now, group_by: 'campaign', limit: 1 },
          compare: comparison === 'year' ? 'previous_year' : 'previous_period',
          // Older days have had more time to earn, which is no change.
          compare_age: search.basis === 'occurred' ? 'any' : 'same',
        },
        signal,
      ),
    enabled: compared !== null,
  });
  const days = useDays(view);
  const before = change.data?.previous_period;
  const daysBefore = useQuery({
    queryKey: ['performance', 'before', query, before],
    queryFn: ({ signal }) => readReport({ ...query, ...before, group_by: 'day', limit: maxRows }, signal),
    enabled: Boolean(before),
  });
  const parts = [summary, days, change];
  const stale = parts.find(({ isError, data }) => isError && data !== undefined);
  const isDown = summary.isError && summary.data === undefined;
  const isBusy = useIsFetching(shownAgain) > 0;
  const isEmpty = summary.data !== undefined && hasNothing(summary.data, view);
  const reload = useReload();

  return (
    <Page
      title="Performance"
      about="What each ad cost, and what it earned."
      actions={<PeriodBar limit={limit} compares />}
    >
      <Filters view={view} report={summary.data} recorded={recorded}>
        <Views search={search} remembered={remembered} />
      </Filters>
      <Switches about={[view.isNet ? netText : grossText]}>
        <ValueSwitch isNet={view.isNet} />
      </Switches>
      <Chips view={view} />
      {isBusy && <Updating />}
      {isDown && <Down error={summary.error} retry={reload} view={view} />}
      {stale && <Stale query={stale} />}
      {isEmpty && <FirstSteps isTest={view.environment === 'test'} />}
      {!isDown && !isEmpty && (
        <>
          {summary.data ? (
            <div aria-busy={isBusy}>
              <Figures
                report={summary.data}
                change={compared ? (change.data ?? (change.isError ? undefined : 'loading')) : undefined}
                days={days.data}
                isNet={view.isNet}
              />
              <About
                report={summary.data}
                compared={change.data}
                missing={
                  before && daysBefore.data ? missingDays('click or spend', daysBefore.data.rows, before) : []
                }
                error={change.error}
                today={range.to === today ? today : null}
                view={view}
                recorded={recorded}
                lacksRates={lacksRates}
                reload={reload}
              />
            </div>
          ) : (
            <Loading height="var(--tiles-height)" />
          )}
          {summary.data && days.data ? (
            <div aria-busy={isBusy}>
              <ByDay view={view} report={days.data} totals={summary.data.totals} />
            </div>
          ) : days.isError ? (
            <Problem title="The days could not be loaded" error={days.error} retry={() => days.refetch()} />
          ) : (
            <Loading height={380} />
          )}
          {!isDecided && <Loading height={320} />}
          <div hidden={!isDecided} aria-busy={isBusy}>
            <AdsTable view={view} remembered={remembered} />
          </div>
          {summary.data && <LeftOut report={summary.data} view={view} />}
        </>
      )}
      {search.open && isDecided && (
        <Suspense fallback={null}>
          <AdDrawer ad={search.open} view={view} />
        </Suspense>
      )}
    </Page>
  );
}

const shownAgain: QueryFilters = {
  queryKey: ['performance'],
  predicate: ({ state }) => state.data !== undefined && !state.fetchMeta,
};

function useReload() {
  const queries = useQueryClient();
  return () => queries.refetchQueries({ queryKey: ['performance'], type: 'active' });
}

function hasNothing({ rows, left_out: out }: Report, { search }: View): boolean {
  const isFiltered = [
    'network',
    'channel',
    'contains',
    'campaign',
    'group',
    'ad',
    'pixel',
    'type',
    'day',
  ].some((name) => name in search);
  const isLeftOut = [...Object.values(out.traffic), out.unpaid, out.paid].some(
    ({ clicks, rows: spendRows }) => clicks > 0 || spendRows > 0,
  );
  return rows.length === 0 && !isFiltered && !isLeftOut;
}

function FirstSteps({ isTest }: { isTest: boolean }) {
  return (
    <Section title="Nothing to report yet">
      <Empty
        title={isTest ? 'No test clicks or spend in this period' : 'No ad clicks or spend in this period'}
        action={
          <>
            <SpendButton tab="imports">Import spend</SpendButton>
            <Button component={Link} to="/start" variant="default">
              Add the pixel
            </Button>
          </>
        }
      >
        Add the pixel to your landing page to see clicks and orders of each ad, and import what the ads cost.
      </Empty>
    </Section>
  );
}
