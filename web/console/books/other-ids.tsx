import { Alert, Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { moneyText } from '../kit/money.ts';
import { Loaded } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import type { Figures } from './answers.ts';

const maxShown = 5;
const maxRead = 100;

/** The evidence that is shown in place of the repair: the same orders are in adtrail under other IDs. */
export function OtherIds({ figures: { reconciliation_id: id, similar_orders } }: { figures: Figures }) {
  const { environment } = useScope();
  const rows = useQuery({
    queryKey: ['other-ids', id, environment],
    queryFn: async () => {
      const read = async (category: 'missing' | 'rejected') => {
        const query = { environment, category, limit: maxRead };
        return (await call('listReconciliationRows', { params: { id }, query: query as never })).rows;
      };
      const both = [...(await read('missing')), ...(await read('rejected'))];
      return both.filter((row) => row.similar_event_id !== null).slice(0, maxShown);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Alert color="red" title="These orders are in adtrail under other IDs">
      <Text fz="sm" mb="xs">
        {similar_orders === 1 ? 'An event has' : `${similar_orders} events have`} the value, the currency and the time of an order that
        seems missing. Sending them would count each sale twice, so the repair is refused. Drop the file again, and choose another column
        for the order ID or another event ID.
      </Text>
      <Loaded query={rows} height={120}>
        {(shown) => (
          <DataTable minWidth={420} label="Orders under other IDs" heads={['ID in the file', 'ID in adtrail', ['Value', 'number'], 'Time']}>
            {shown.map(({ event_id, similar_event_id, ...row }) => (
              <Table.Tr key={event_id}>
                <Table.Td className="anywhere">{row.order_id}</Table.Td>
                <Table.Td className="anywhere">
                  <Anchor
                    component={Link}
                    to="/events"
                    search={{ id: similar_event_id, period: '90d' } as never}
                    {...({ inherit: true, c: 'inherit', underline: 'always' } as const)}
                  >
                    {similar_event_id}
                  </Anchor>
                </Table.Td>
                <Table.Td className="number">{row.value && row.currency ? moneyText(row.value, row.currency) : '–'}</Table.Td>
                <Table.Td>{row.occurred_at && <Time at={row.occurred_at} />}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Alert>
  );
}
