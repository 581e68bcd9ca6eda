import { Anchor, Badge, Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { useScope } from '../core/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Note, Page, Problem, Section } from '../kit/page.tsx';
import { safeHref } from '../kit/safe-href.ts';
import { Support } from '../kit/support.tsx';
import { CostAndReturn } from './cost-and-return.tsx';
import { earnedOn } from './earned.ts';
import { ReportTotals } from './report-totals.tsx';

export function AssistantPage() {
  const me = useMe();
  const reports = useList(['assistant-reports'], (page) =>
    call('listAssistantReports', {
      query: { limit: 30, ...page } as never,
    }),
  );
  const list = reports.data?.pages.flatMap((page) => page.reports) ?? [];
  const days = list.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  const { environment, zone } = useScope();
  const earned = useQuery({
    queryKey: ['performance', 'assistant-days', environment, zone, from, to],
    queryFn: () =>
      call('reportPerformance', {
        query: {
          from: from ?? '',
          to: to ?? '',
          environment,
          time_zone: zone,
          channel: 'assistant_paid',
          group_by: 'day',
          limit: 1000,
        },
      }),
    enabled: from !== undefined,
  });
  const isEnabled = me.data?.assistant_ads_enabled;
  return (
    <Page title="Assistant ads" about="Daily reports of your ads in the assistant, next to what they earned.">
      <ReportTotals reports={list} />
      {(isEnabled || list.length > 0) && <CostAndReturn />}
      <Section
        title="Reports"
        about={
          list.length > 0 &&
          'Spend, clicks and conversions as the assistant counts them. Earned is what your server sent, by the day of the click.'
        }
        padding={0}
        actions={
          list.length > 0 && (
            <ExportList
              file="assistant-reports"
              header={['day', 'account', 'headline', 'currency', 'spend', 'clicks', 'conversions']}
              list={reports}
              lines={(page) =>
                page.reports.map((r) => [r.day, r.account_name, r.headline, r.currency, r.spend, String(r.clicks), String(r.conversions)])
              }
            />
          )
        }
      >
        <Listed
          query={reports}
          rows={list}
          height={240}
          empty={
            <Empty
              title={isEnabled ? 'No report yet' : 'Assistant ads are not connected'}
              action={
                !isEnabled && (
                  <>
                    <Button component={Link} to="/links">
                      Build a link
                    </Button>
                    <Button component={Link} to="/spend" variant="default">
                      Import spend
                    </Button>
                  </>
                )
              }
            >
              {isEnabled ? (
                'The first report arrives tomorrow, after your first day with figures.'
              ) : (
                <>
                  Ask <Support /> to connect your ad account; a report follows each day. Without it, tag the links of your ads and import
                  what they cost: Performance shows what they earned.
                </>
              )}
            </Empty>
          }
        >
          {earned.isError && earned.data === undefined && (
            <Problem title="What they earned could not be loaded" error={earned.error} retry={() => earned.refetch()} />
          )}
          <DataTable
            minWidth={560}
            heads={['Day', 'Report', ['Spend', 'number'], ['Clicks', 'number'], ['Conversions', 'number'], ['Earned', 'number']]}
          >
            {list.map((report) => (
              <Table.Tr key={report.day + report.account_id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayText(report.day)}</Table.Td>
                <Table.Td className="anywhere">
                  <Anchor href={safeHref(report.html_url)} target="_blank" rel="noreferrer" fz="sm">
                    {report.headline}
                  </Anchor>
                  <Group gap={6}>
                    <Note>{report.account_name}</Note>
                    {report.problems > 0 && (
                      <Badge color="orange">
                        {report.problems} {report.problems === 1 ? 'problem' : 'problems'}
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td className="number">{moneyText(report.spend, report.currency)}</Table.Td>
                <Table.Td className="number">{countText(report.clicks)}</Table.Td>
                <Table.Td className="number">{countText(report.conversions)}</Table.Td>
                <Table.Td className="number">{earned.data ? earnedOn(earned.data.rows, report.day, report.currency) : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Listed>
      </Section>
    </Page>
  );
}
