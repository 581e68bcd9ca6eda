import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { plusDays } from '../kit/dates.ts';
import { Part } from '../kit/facts.tsx';
import { without } from '../kit/filter.ts';
import { moneyText } from '../kit/money.ts';
import { Loading, Problem } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { queryOf, type View } from './view.ts';

const count = 5;
/** The event log lists at most 92 days. */
const maxDays = 92;

type Props = { ad: readonly [string, string, string]; type: string; view: View };

export const AdOrders = (props: Props) =>
  props.ad[0] === '' ? (
    <Part title="Its newest orders">
      <Text fz="sm" c="dimmed">
        No orders: only clicks of links with a campaign earn them.
      </Text>
    </Part>
  ) : (
    <NewestOrders {...props} />
  );

function NewestOrders({ ad, type, view: { search, environment, zone, range } }: Props) {
  const [, from = range.from] = [range.from, plusDays(range.to, 1 - maxDays)].sort();
  const query = {
    environment,
    time_zone: zone,
    to: range.to,
    from,
    ...queryOf(ad),
    event_type: type,
    ...without({ pixel_key: search.pixel }),
    outcome: 'matched' as const,
    limit: count,
  };
  const orders = useQuery({
    queryKey: ['events', 'of-ad', query],
    queryFn: () => call('listEvents', { query }),
  });
  return (
    <Part title="Its newest orders">
      {orders.isError && <Problem error={orders.error} retry={() => orders.refetch()} />}
      {orders.isPending && <Loading height={120} />}
      {orders.data?.events.length === 0 && (
        <Text fz="sm" c="dimmed">
          No orders in the event log of these days.
        </Text>
      )}
      {orders.data && orders.data.events.length > 0 && (
        <DataTable minWidth={280} verticalSpacing={6} label="Newest orders of the ad" heads={['Event', ['Value', 'number'], 'Received']}>
          {orders.data.events.map(({ id, event_id: eventId, value, currency, received_at: at }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} to="/events" search={{ open: id } as never} fz="sm" className="anywhere">
                  {eventId}
                </Anchor>
              </Table.Td>
              <Table.Td className="number">{value !== undefined && currency ? moneyText(value, currency) : '–'}</Table.Td>
              <Table.Td>
                <Time at={at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Part>
  );
}
