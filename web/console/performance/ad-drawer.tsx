import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DaysChart } from '../kit/by-day.tsx';
import { channelTitle } from '../kit/channels.ts';
import { Copyable } from '../kit/copy.tsx';
import { type Column, RowTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { SideDialog } from '../kit/dialog.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { moneyText } from '../kit/money.ts';
import { networkTitle } from '../kit/networks.ts';
import { Loading, Note, Problem } from '../kit/page.tsx';
import { AdOrders } from './ad-orders.tsx';
import { AdPicture } from './ad-picture.tsx';
import { daysOfReport } from './days.ts';
import { type Figure, figures } from './search.ts';
import { SpendLink } from './spend-link.tsx';
import { nameOf, textOf, titleOf } from './texts.ts';
import { mainOf } from './tiles.tsx';
import { type Query, queryOf, type Report, type Row, readReport, type View } from './view.ts';

const maxDays = 366;
const dayColumns: readonly Figure[] = ['clicks', 'conversions', 'value', 'spend'];

export function AdDrawer({ ad, view }: { ad: readonly [string, string, string]; view: View }) {
  const { change, search, isNet } = view;
  const [campaign, group] = ad;
  // The filters of the page can exclude the ad that the address names.
  const { contains: _, network: __, ...query } = { ...view.query, ...queryOf(ad) };
  const report = useQuery({
    queryKey: ['performance', 'ad', query],
    queryFn: () => readReport({ ...query, group_by: 'ad_id' }),
  });
  const days = useQuery({
    queryKey: ['performance', 'ad-days', query],
    queryFn: () => readReport({ ...query, group_by: 'day', sort: '-day', limit: maxDays }),
  });
  const channels = useQuery({
    queryKey: ['performance', 'ad-channels', query],
    queryFn: () => readReport({ ...query, group_by: 'channel' }),
  });
  const networks = useNetworksOf(query, report);
  const type = search.type ?? report.data?.conversion ?? 'order_created';
  const currency = mainOf(days.data?.totals ?? []).main?.currency ?? null;
  const close = () => change({ open: undefined });
  return (
    <SideDialog
      onClose={close}
      title={
        <Text fw={650} className="anywhere">
          {report.data?.rows[0]?.ad_name ?? nameOf(ad).text}
        </Text>
      }
    >
      <Stack gap="lg">
        <AdPicture id={ad[2]} />
        {report.isError && <Problem error={report.error} retry={() => report.refetch()} />}
        {report.isPending && <Loading height={160} />}
        {report.data?.rows.map((row) => (
          <Stack key={row.currency} gap="sm">
            <AdFigures row={row} isNet={isNet} />
            {row.reason === 'no_clicks_joined' && (
              <Text fz="sm">
                {moneyText(row.spend_coverage.unjoined_spend, row.currency ?? '')} of spend found no clicks. The ad may have another name in
                your links. <SpendLink tab="joins">See who it may be</SpendLink>
              </Text>
            )}
          </Stack>
        ))}
        {report.data?.rows.length === 0 && (
          <Text fz="sm">No clicks, conversions or spend of this ad in this period, with these filters.</Text>
        )}
        <Part title="The ad">
          <Facts
            facts={[
              ['Campaign', campaign && <Copyable key="campaign" value={campaign} />],
              ['Ad group', group && <Copyable key="group" value={group} />],
              ['Ad', ad[2] && <Copyable key="ad" value={ad[2]} />],
              [
                'Channel',
                channels.data && channels.data.rows.length > 0 && (
                  <Group key="channels" gap={4}>
                    {channels.data.rows.map(({ channel = '', currency }) => (
                      <Badge key={`${channel} ${currency}`}>{channelTitle(channel ?? '')}</Badge>
                    ))}
                  </Group>
                ),
              ],
              ['Network', networks],
            ]}
          />
        </Part>
        {campaign !== '' && (
          <Group gap="xs">
            <Button
              size="xs"
              component={Link}
              to="/events"
              search={
                {
                  campaign,
                  group,
                  ad: ad[2],
                  outcome: 'matched',
                  type,
                  period: search.period,
                  pixel: search.pixel,
                  ...(search.period ? {} : { from: view.range.from, to: view.range.to }),
                } as never
              }
            >
              See its orders in the event log
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                change({
                  open: undefined,
                  campaign,
                  group,
                  ad: ad[2],
                  contains: undefined,
                })
              }
            >
              Show only this ad
            </Button>
          </Group>
        )}
        {!report.isPending && <AdOrders ad={ad} type={type} view={view} />}
        <Part title="Its days">
          {days.isError && <Problem error={days.error} retry={() => days.refetch()} />}
          {days.isPending && <Loading height={200} />}
          {days.data && <ChartOfDays view={view} report={days.data} />}
          {days.data && (
            <RowTable
              minWidth={320}
              verticalSpacing={6}
              label="Days of the ad"
              rows={days.data.rows}
              keyOf={({ day, currency }) => `${day} ${currency}`}
              columns={[
                ['Day', ({ day }) => dayText(day ?? '')],
                ...dayColumns.map(
                  (column): Column<Row> => [
                    [titleOf(column, isNet), 'number'],
                    (row) => {
                      const shown = textOf(column, { ...row, currency: row.currency ?? currency });
                      return 'text' in shown ? shown.text : '–';
                    },
                  ],
                ),
              ]}
            />
          )}
        </Part>
      </Stack>
    </SideDialog>
  );
}

/** A report covers a single network, so each network needs a report. */
function useNetworksOf(query: Query, report: UseQueryResult<Report>): string {
  const names = report.data?.networks ?? [];
  const answers = useQueries({
    queries: names.map((network) => ({
      queryKey: ['performance', 'ad-network', query, network],
      queryFn: () => readReport({ ...query, network, paid: 'all' as const, group_by: 'ad_id', limit: 1 }),
      staleTime: 60_000,
    })),
  });
  const foundNetworks = names.filter((_, at) => (answers[at]?.data?.rows.length ?? 0) > 0);
  if (foundNetworks.length > 0) return foundNetworks.map(networkTitle).join(', ');
  const asked = [report, ...answers];
  if (asked.some(({ isError }) => isError)) return 'Not loaded';
  return asked.some(({ isPending }) => isPending) ? 'Loading…' : 'Unknown: no import covers its spend';
}

const AdFigures = ({ row, isNet }: { row: Row; isNet: boolean }) => (
  <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
    {figures.slice(0, 9).map((figure) => {
      const shown = textOf(figure, row);
      return (
        <div key={figure}>
          <Note>{titleOf(figure, isNet)}</Note>
          <Text fw={600} className="figure anywhere">
            {'text' in shown ? shown.text : '–'}
          </Text>
          {'unknown' in shown && <Note>{shown.unknown}</Note>}
        </div>
      );
    })}
  </SimpleGrid>
);

function ChartOfDays({ view, report }: { view: View; report: Report }) {
  const { points, figures, money, tick } = daysOfReport(view, report, report.totals, 'day');
  return <DaysChart zone={view.zone} points={points} figures={figures} lines={money} tick={tick} />;
}
