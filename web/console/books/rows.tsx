import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { channelTitle } from '../kit/channels.ts';
import { DataTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { moneyText } from '../kit/money.ts';
import { Empty, Note, Section } from '../kit/page.tsx';
import { errorText, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { differenceText } from './amounts.ts';
import type { Figures } from './answers.ts';
import { type Category, categoryText, categoryTitle } from './categories.ts';
import { useCategory } from './category-table.tsx';

type Row = Answer<'listReconciliationRows'>['rows'][number];

const pageSize = 10;

export function Rows({ figures }: { figures: Figures }) {
  const { environment } = useScope();
  const { reconciliation_id: id } = figures;
  const category = useCategory(figures);
  const list = useList(
    ['reconciliation-rows', id, environment, category],
    (page) =>
      call('listReconciliationRows', {
        params: { id },
        query: { environment, category, limit: pageSize, ...page } as never,
      }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Section
      title={`Orders: ${categoryTitle(category)}`}
      about={`${categoryText(category)}. The difference is what the shop has more.`}
      padding={0}
      actions={
        <ExportList
          file={`orders-${category}-${id}`}
          header={[
            'order_id',
            'event_id',
            'occurred_at',
            'value',
            'currency',
            'status',
            'sales_channel',
            'reason',
            'difference',
            'difference_is',
            'event_type',
            'event_net_value',
            'event_currency',
            'event_occurred_at',
            'channel',
            'doubles',
          ]}
          list={list}
          pageSize={1000}
          lines={(page) => page.rows.map(lineOf)}
        />
      }
    >
      <Listed
        query={list}
        rows={rows}
        height={200}
        empty={<Empty title="No order is in this category">Choose another category above.</Empty>}
      >
        <DataTable
          minWidth={480}
          label="Orders of the category"
          heads={['Order', ['Shop', 'number'], ['adtrail', 'number'], ['Difference', 'number'], 'Why']}
        >
          {rows.map((row) => (
            <OrderRow key={row.event_id} row={row} category={category} />
          ))}
        </DataTable>
      </Listed>
    </Section>
  );
}

function OrderRow({ row, category }: { row: Row; category: Category }) {
  const { event_id: eventId, event, currency, kept_value: kept, difference } = row;
  const at = row.occurred_at ?? event?.occurred_at;
  return (
    <Table.Tr>
      <Table.Td style={{ minWidth: '11rem' }}>
        <Text fz="sm" fw={550} className="anywhere">
          {row.order_id ?? eventId}
        </Text>
        {at && (
          <Note>
            <Time at={at} />
          </Note>
        )}
        {(event || category === 'rejected') && (
          <Anchor component={Link} to="/events" search={{ id: eventId, period: '90d' } as never} fz="xs">
            Show its events
          </Anchor>
        )}
      </Table.Td>
      <Table.Td className="number">{kept && currency ? moneyText(kept, currency) : '–'}</Table.Td>
      <Table.Td className="number">{event ? moneyText(event.net_value, event.currency) : '–'}</Table.Td>
      <Table.Td className="number">{difference === null ? '–' : differenceText(difference, currency ?? event?.currency ?? '')}</Table.Td>
      <Table.Td className="anywhere" style={{ minWidth: '9rem' }}>
        <Text fz="sm">{whyOf(row, category)}</Text>
        <Note>{[row.status, row.sales_channel, event?.channel && channelTitle(event.channel)].filter(Boolean).join(' · ')}</Note>
      </Table.Td>
    </Table.Tr>
  );
}

const exclusions: Record<string, string> = {
  test: 'A test order',
  status: 'Its status is no sale',
  channel: 'Your rules exclude its channel',
};
const differences = {
  tax: 'The difference equals the tax',
  shipping: 'The difference equals shipping',
  tax_and_shipping: 'The difference equals tax and shipping',
  refund: 'The difference equals the refund',
} as const;

function whyOf({ reason, difference_is, event, doubles, ...row }: Row, category: Category): React.ReactNode {
  switch (category) {
    case 'excluded':
    case 'cancelled_here_counted':
      return exclusions[reason ?? ''] ?? reason?.replaceAll('_', ' ');
    case 'rejected':
      return errorText(reason ?? '');
    case 'unattributed':
      return reason === 'event_type_not_counted' ? 'Its type does not count' : reasonText(reason ?? '');
    case 'doubled':
      return `Also as ${doubles.map(({ event_id }) => event_id).join(', ')}`;
    case 'day_differs':
      return event && <>The event is of {<Time at={event.occurred_at} />}</>;
    case 'missing':
      return row.similar_event_id ? `Like ${row.similar_event_id}` : 'No attempt is in the log';
    default:
      return difference_is && differences[difference_is];
  }
}

const lineOf = ({ event, doubles, ...row }: Row) => [
  row.order_id,
  row.event_id,
  row.occurred_at,
  row.value,
  row.currency,
  row.status,
  row.sales_channel,
  row.reason,
  row.difference,
  row.difference_is,
  event?.event_type ?? null,
  event?.net_value ?? null,
  event?.currency ?? null,
  event?.occurred_at ?? null,
  event?.channel ?? null,
  doubles.map(({ event_id }) => event_id).join(' '),
];
