import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answer, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayIn, plusDays } from '../kit/dates.ts';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { missingRates } from '../kit/missing-rates.ts';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Section } from '../kit/page.tsx';
import { ReturnText } from '../kit/return-text.tsx';

type Row = Answer<'reportPerformance'>['rows'][number];

const days = 30;
const pageSize = 100;
const channel = 'assistant_paid';

export function CostAndReturn() {
  const { environment, zone } = useScope();
  const to = dayIn(zone, Date.now());
  const period = { from: plusDays(to, 1 - days), to, environment, time_zone: zone };
  const spent = useCurrencyOfSpend(period);
  const currency = spent?.currency ?? null;
  const query = { ...period, channel, group_by: 'campaign,ad_id', limit: pageSize };
  const list = useList(
    ['performance', channel, query, currency],
    (page) => call('reportPerformance', { query: { ...query, ...(currency && { currency }), ...page } as never }),
    { enabled: spent !== undefined },
  );
  const ads = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const target = list.data?.pages[0]?.target_return ?? null;
  const totals = list.data?.pages[0]?.totals ?? [];
  return (
    <Section
      title="Cost and return"
      about={`What the assistant's ads cost and earned in the last ${days} days, by the day of the click.${aboutCurrency(spent)}`}
      padding={0}
      actions={
        <ExportList
          file={`assistant-ads-${period.from}-${period.to}`}
          header={['campaign', 'ad_id', 'currency', 'spend', 'clicks', 'orders', 'value', 'return_on_ad_spend']}
          list={list}
          pageSize={1000}
          lines={({ rows }) =>
            rows.map((row) => [
              row.campaign ?? '',
              row.ad_id ?? '',
              row.currency,
              row.spend,
              row.clicks,
              row.conversions,
              row.value,
              row.return_on_ad_spend,
            ])
          }
        />
      }
    >
      <Listed
        query={list}
        rows={ads}
        height={200}
        empty={
          <Empty title="No clicks and no spend of the assistant yet">
            Spend comes with the daily report. Clicks count once the links of your ads carry <code>svc_campaign</code> and{' '}
            <code>svc_ad_id</code>: the{' '}
            <Anchor component={Link} to="/links" inherit>
              link builder
            </Anchor>{' '}
            writes them.
          </Empty>
        }
      >
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
            <Figures key={`${row.campaign} ${row.ad_id} ${row.currency}`} row={row} target={target}>
              <Text fz="sm" fw={550} className="anywhere">
                {row.ad_id || 'No ad named'}
              </Text>
              <Text fz="xs" c="dimmed" className="anywhere">
                {row.campaign}
              </Text>
            </Figures>
          ))}
          {totals.map((row) => (
            <Figures key={row.currency} row={row} target={target}>
              <Text fz="sm" fw={650}>
                All
              </Text>
            </Figures>
          ))}
        </DataTable>
      </Listed>
    </Section>
  );
}

type Spent = { currency: string | null; lacksRates: boolean };
const inTheirOwn: Spent = { currency: null, lacksRates: false };

function aboutCurrency({ currency, lacksRates }: Spent = inTheirOwn): string {
  if (currency) return ` Other currencies are converted into ${currency}.`;
  return lacksRates ? ' Each currency is apart, because exchange rates of these days are missing.' : '';
}

/**
 * Spend and orders of several currencies have no common return. The currency is `null` if they cannot be converted, and the
 * result is `undefined` until that is known.
 */
function useCurrencyOfSpend(period: { from: string; to: string; time_zone: string }): Spent | undefined {
  const read = (currency?: string) =>
    call('reportPerformance', {
      query: { ...period, channel, group_by: 'campaign', limit: 1, ...(currency && { currency }) },
    });
  const { data, isError } = useQuery({
    queryKey: ['performance', channel, period, 'currency'],
    queryFn: async () => {
      const { totals } = await read();
      const currency = totals.length > 1 && totals.find(({ spend }) => spend !== null)?.currency;
      if (!currency) return inTheirOwn;
      try {
        await read(currency);
        return { currency, lacksRates: false };
      } catch (error) {
        if (missingRates(error).length > 0) return { currency: null, lacksRates: true };
        throw error;
      }
    },
  });
  // A later failure leaves the table as it is.
  return data ?? (isError ? inTheirOwn : undefined);
}

function Figures({ row, target, children }: { row: Row; target: string | null; children: ReactNode }) {
  const money = (value: string | null) => (value === null || row.currency === null ? '–' : moneyText(value, row.currency));
  return (
    <Table.Tr>
      <Table.Td>{children}</Table.Td>
      <Table.Td className="number">{row.spend === null ? 'Unknown' : money(row.spend)}</Table.Td>
      <Table.Td className="number wide">{countText(row.clicks)}</Table.Td>
      <Table.Td className="number">{countText(row.conversions)}</Table.Td>
      <Table.Td className="number">{money(row.value)}</Table.Td>
      <Table.Td className="number wider">{money(row.cost_per_conversion)}</Table.Td>
      <Table.Td className="number">
        {row.return_on_ad_spend === null ? '–' : <ReturnText exact={row.return_on_ad_spend} target={target} />}
      </Table.Td>
    </Table.Tr>
  );
}
