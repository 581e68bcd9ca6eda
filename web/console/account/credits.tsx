import { Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Export } from '../kit/export.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loading, More, Problem, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';

export function Credits() {
  const credits = useInfiniteQuery({
    queryKey: ['credits'],
    queryFn: ({ pageParam }) =>
      call('listCredits', { query: { limit: 20, ...(pageParam && { cursor: pageParam }) } as never }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const pages = credits.data?.pages ?? [];
  const transactions = pages.flatMap((page) => page.transactions);
  return (
    <Section
      title="Credits"
      padding={0}
      about={pages[0] && `Balance: ${countText(pages[0].balance)}`}
      actions={
        <Export
          file="credits"
          header={['at', 'type', 'reason', 'credits', 'balance']}
          lines={transactions.map((t) => [t.created_at, t.type, t.reason, t.amount, t.balance_after])}
        />
      }
    >
      {credits.isError && <Problem error={credits.error} retry={() => credits.refetch()} />}
      {credits.isPending && <Loading height={120} />}
      {credits.isSuccess && transactions.length === 0 && (
        <Empty title="No transactions yet">Grants and uses of credits appear here.</Empty>
      )}
      {transactions.length > 0 && (
        <DataTable
          minWidth={420}
          heads={[
            'What',
            'When',
            { title: 'Credits', className: 'number' },
            { title: 'Balance', className: 'number' },
          ]}
        >
          {transactions.map(({ id, type, reason, amount, balance_after, created_at }) => (
            <Table.Tr key={id}>
              <Table.Td className="anywhere">
                {readable(type.toLowerCase())}
                {reason && (
                  <Text fz="xs" c="dimmed">
                    {reason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Time at={created_at} ago />
              </Table.Td>
              <Table.Td className="number">
                {amount > 0 ? '+' : ''}
                {countText(amount)}
              </Table.Td>
              <Table.Td className="number">{countText(balance_after)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <More of={credits} />
    </Section>
  );
}
