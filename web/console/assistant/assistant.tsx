import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Page, Section } from '../kit/page.tsx';
import { safeHref } from '../kit/safe-href.ts';
import { attributedOn } from './attributed.ts';
import { CostAndReturn } from './cost-and-return.tsx';
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
  const attributed = useQuery({
    queryKey: ['conversions', 'assistant', from, to],
    queryFn: () => call('reportConversions', { query: { from: from ?? '', to: to ?? '', group_by: 'day' } }),
    enabled: from !== undefined,
  });
  const isEnabled = me.data?.assistant_ads_enabled;
  return (
    <Page
      title="Assistant ads"
      about="Daily reports of your ads in the assistant, next to what all ads earned that day."
    >
      <ReportTotals reports={list} />
      {(isEnabled || list.length > 0) && <CostAndReturn />}
      <Section
        title="Reports"
        padding={0}
        actions={
          list.length > 0 && (
            <ExportList
              file="assistant-reports"
              header={['day', 'account', 'headline', 'currency', 'spend', 'clicks', 'conversions']}
              list={reports}
              lines={(page) =>
                page.reports.map((r) => [
                  ...[r.day, r.account_name, r.headline, r.currency, r.spend],
                  ...[String(r.clicks), String(r.conversions)],
                ])
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
            <Empty title={isEnabled ? 'No report yet' : 'Assistant ads are not connected'}>
              {isEnabled
                ? 'The first report arrives tomorrow, after your first day with figures.'
                : 'Ask our support team to connect your ad account. A report follows each day.'}
            </Empty>
          }
        >
          <DataTable
            minWidth={560}
            heads={[
              'Day',
              'Report',
              ['Spend', 'number'],
              ['Clicks', 'number'],
              ['Conversions', 'number'],
              ['All ads earned', 'number'],
            ]}
          >
            {list.map((report) => (
              <Table.Tr key={report.day + report.account_id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayText(report.day)}</Table.Td>
                <Table.Td className="anywhere">
                  <Anchor href={safeHref(report.html_url)} target="_blank" rel="noreferrer" fz="sm">
                    {report.headline}
                  </Anchor>
                  <Group gap={6}>
                    <Text fz="xs" c="dimmed">
                      {report.account_name}
                    </Text>
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
                <Table.Td className="number">
                  {attributed.data
                    ? moneyText(
                        attributedOn(attributed.data.rows, report.day, report.currency),
                        report.currency,
                      )
                    : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Listed>
      </Section>
    </Page>
  );
}
