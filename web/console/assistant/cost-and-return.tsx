import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayIn, plusDays } from '../kit/dates.ts';
import { Export } from '../kit/export.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Loaded, Section } from '../kit/page.tsx';

type Row = Answer<'reportPerformance'>['rows'][number];

const days = 30;
const channel = 'assistant_paid';

/** The ads of the daily reports, with what their visitors bought. */
export function CostAndReturn() {
  const { environment, zone } = useScope();
  const to = dayIn(zone, Date.now());
  const period = { from: plusDays(to, 1 - days), to, environment, time_zone: zone };
  const report = useQuery({
    queryKey: ['performance', channel, period],
    async queryFn() {
      const of = (group_by: string) =>
        call('reportPerformance', { query: { ...period, group_by, limit: 1000 } as never });
      const [ads, channels] = await Promise.all([of('channel,campaign,ad_id'), of('channel')]);
      const own = ({ rows }: { rows: Row[] }) => rows.filter((row) => row.channel === channel);
      return { ads: own(ads), totals: own(channels) };
    },
  });
  return (
    <Section
      title="Cost and return"
      about={`What the assistant's ads cost and earned in the last ${days} days, by the day of the click.`}
      padding={0}
      actions={
        <Export
          file={`assistant-ads-${period.from}-${period.to}`}
          header={[
            'campaign',
            'ad_id',
            'currency',
            'spend',
            'clicks',
            'orders',
            'value',
            'return_on_ad_spend',
          ]}
          lines={(report.data?.ads ?? []).map((row) => [
            ...[row.campaign ?? '', row.ad_id ?? '', row.currency, row.spend, row.clicks],
            ...[row.conversions, row.value, row.return_on_ad_spend],
          ])}
        />
      }
    >
      <Loaded query={report} height={200}>
        {({ ads, totals }) =>
          ads.length === 0 ? (
            <Empty title="No clicks and no spend of the assistant yet">
              Spend comes with the daily report. Clicks count once the links of your ads carry{' '}
              <code>svc_campaign</code> and <code>svc_ad_id</code>: the{' '}
              <Anchor href="/console/links" inherit>
                link builder
              </Anchor>{' '}
              writes them.
            </Empty>
          ) : (
            <DataTable
              minWidth={300}
              label="Cost and return by ad"
              heads={[
                'Ad',
                ['Spend', 'number'],
                ['Clicks', 'number wide'],
                ['Orders', 'number'],
                ['Earned', 'number'],
                ['Cost per order', 'number wider'],
                ['Return on spend', 'number'],
              ]}
            >
              {ads.map((row) => (
                <Figures key={`${row.campaign} ${row.ad_id} ${row.currency}`} row={row}>
                  <Text fz="sm" fw={550} className="anywhere">
                    {row.ad_id || 'No ad named'}
                  </Text>
                  <Text fz="xs" c="dimmed" className="anywhere">
                    {row.campaign}
                  </Text>
                </Figures>
              ))}
              {totals.map((row) => (
                <Figures key={row.currency} row={row}>
                  <Text fz="sm" fw={650}>
                    All
                  </Text>
                </Figures>
              ))}
            </DataTable>
          )
        }
      </Loaded>
    </Section>
  );
}

function Figures({ row, children }: { row: Row; children: ReactNode }) {
  const money = (value: string | null) =>
    value === null || row.currency === null ? '–' : moneyText(value, row.currency);
  const isLoss = row.return_on_ad_spend !== null && Number(row.return_on_ad_spend) < 1;
  return (
    <Table.Tr>
      <Table.Td>{children}</Table.Td>
      <Table.Td className="number">{row.spend === null ? 'Unknown' : money(row.spend)}</Table.Td>
      <Table.Td className="number wide">{countText(row.clicks)}</Table.Td>
      <Table.Td className="number">{countText(row.conversions)}</Table.Td>
      <Table.Td className="number">{money(row.value)}</Table.Td>
      <Table.Td className="number wider">{money(row.cost_per_conversion)}</Table.Td>
      <Table.Td className="number">
        <Text span inherit {...(isLoss && { c: 'var(--bad)' })}>
          {row.return_on_ad_spend === null ? '–' : `${Number(row.return_on_ad_spend).toFixed(2)} ×`}
        </Text>
        {isLoss && <span className="visually-hidden"> (less than it cost)</span>}
      </Table.Td>
    </Table.Tr>
  );
}
