import { Button } from '@mantine/core';
import { type QueryFilters, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ChoiceChips } from '../kit/choice-filters.tsx';
import { dayIn } from '../kit/dates.ts';
import { Empty, Loading, Page, Problem, Section, Stale, Updating } from '../kit/page.tsx';
import { PeriodBar } from '../kit/period-bar.tsx';
import { About } from './about.tsx';
import { AdsTable } from './ads-table.tsx';
import { FiguresByDay } from './by-day.tsx';
import { useChange } from './change.ts';
import { useConverted } from './converted.ts';
import { CoverageBar } from './coverage-bar.tsx';
import { useDays } from './days.ts';
import { Down } from './down.tsx';
import { Filters, filtersOf } from './filters.tsx';
import { LeftOut } from './left-out.tsx';
import { useRemembered } from './remembered.ts';
import { SpendButton } from './spend-link.tsx';
import { Figures } from './tiles.tsx';
import { levelOf, limit, type Report, useView, type View } from './view.ts';
import { Views } from './views.tsx';

const AdDrawer = lazy(() => import('./ad-drawer.tsx').then((part) => ({ default: part.AdDrawer })));

export function PerformancePage() {
  const remembered = useRemembered();
  const { view, summary, isDecided, recorded, lacksRates } = useConverted(useView(), remembered);
  const { range, zone, search } = view;
  const [hasFilters, setHasFilters] = useState(false);
  const today = dayIn(zone, Date.now());
  const { compared, change } = useChange(view, levelOf(search, []));
  const days = useDays(view);
  const parts = [summary, days, change];
  const stale = parts.find(({ isError, data }) => isError && data !== undefined);
  const isDown = summary.isError && summary.data === undefined;
  const isBusy = useIsFetching(shownAgain) > 0;
  const isEmpty = summary.data !== undefined && hasNothing(summary.data, view);
  const reload = useReload();
  const target = summary.data?.target_return ?? null;

  return (
    <Page
      title="Performance"
      gap="sm"
      actions={
        <>
          <PeriodBar limit={limit} compares hasZone={false} />
          <Button variant="default" aria-expanded={hasFilters} onClick={() => setHasFilters(!hasFilters)}>
            Filters
          </Button>
        </>
      }
    >
      {hasFilters && (
        <Filters
          view={view}
          report={summary.data}
          recorded={recorded}
          remember={(currency) => remembered.setCurrency(view.environment, currency)}
        >
          <Views search={search} remembered={remembered} />
        </Filters>
      )}
      <ChoiceChips filters={filtersOf(search)} change={view.change} />
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
                versus={range.to === today ? 'whole days' : 'vs. before'}
                days={days.data}
                isNet={view.isNet}
              />
            </div>
          ) : (
            <Loading height="var(--slim-tiles-height)" />
          )}
          {summary.data ? <CoverageBar report={summary.data} /> : <Loading height={38} />}
          {!isDecided && <Loading height={520} />}
          <div hidden={!isDecided} aria-busy={isBusy}>
            <AdsTable view={view} remembered={remembered} target={target} />
          </div>
          {summary.data && days.data ? (
            <div aria-busy={isBusy}>
              <FiguresByDay view={view} report={days.data} totals={summary.data.totals} />
            </div>
          ) : days.isError ? (
            <Problem title="The days could not be loaded" error={days.error} retry={() => days.refetch()} />
          ) : (
            <Loading height={380} />
          )}
          {summary.data && (
            <About
              report={summary.data}
              compared={change.data}
              error={change.error}
              today={range.to === today ? today : null}
              view={view}
              recorded={recorded}
              lacksRates={lacksRates}
              reload={reload}
            />
          )}
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
  const isFiltered = ['network', 'channel', 'contains', 'campaign', 'group', 'ad', 'pixel', 'type', 'day'].some((name) => name in search);
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
