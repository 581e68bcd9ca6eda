import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../kit/data-table.tsx';
import { Export } from '../kit/export.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Section } from '../kit/page.tsx';
import { AddAlias } from './add-alias.tsx';
import { type Joins, ourPath } from './aliases.ts';
import { Path } from './path.tsx';

export function ClicksWithoutSpend({
  joins: { clicks_without_spend: rows, clicks_without_spend_count: count, from, to, time_zone: zone },
}: {
  joins: Joins;
}) {
  if (rows.length === 0) return null;
  return (
    <Section
      title="Clicks without spend"
      about="Campaigns that no report covers. Those that cost nothing, such as a newsletter, belong here."
      padding={0}
      actions={
        <Export
          file={`clicks-without-spend-${from}-${to}`}
          header={['campaign', 'ad_group', 'ad_id', 'clicks', 'conversions', 'days']}
          lines={rows.map((row) => [row.campaign, row.ad_group, row.ad_id, row.clicks, row.conversions, row.days])}
        />
      }
    >
      <DataTable
        minWidth={300}
        label="Table of clicks without spend"
        heads={['Your names', ['All clicks', 'number'], ['Conversions', 'number'], ['Value', 'number'], ['Alias', 'hidden']]}
      >
        {rows.map((row) => (
          <Table.Tr key={JSON.stringify([row.campaign, row.ad_group, row.ad_id])}>
            <Table.Td>
              <Path names={ourPath(row)} />
            </Table.Td>
            <Table.Td className="number">{countText(row.clicks)}</Table.Td>
            <Table.Td className="number">{countText(row.conversions)}</Table.Td>
            <Table.Td className="number">{row.values.map(({ currency, value }) => moneyText(value, currency)).join(', ') || '–'}</Table.Td>
            <Table.Td>
              <AddAlias
                days={{ from, to }}
                ours={{ campaign: row.campaign, ad_group: row.ad_group, ad: row.ad_id }}
                what={ourPath(row).join(', ')}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      <Text fz="xs" c="dimmed" p="md">
        All clicks includes clicks of bots.{' '}
        <Anchor component={Link} to="/performance" search={{ from, to, by: 'ad', traffic: 'all', paid: 'all', zone } as never} fz="xs">
          See the same clicks on Performance
        </Anchor>
      </Text>
      {count > rows.length && (
        <Text fz="xs" c="dimmed" p="md">
          The {countText(rows.length)} with most conversions, of {countText(count)}.
        </Text>
      )}
    </Section>
  );
}
