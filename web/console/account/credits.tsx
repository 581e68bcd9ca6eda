import { Button, Table, Text } from '@mantine/core';
import { call } from '../app/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';

export function Credits() {
  const credits = useList(['credits'], (page) =>
    call('listCredits', { query: { limit: 20, ...page } as never }),
  );
  const pages = credits.data?.pages ?? [];
  const transactions = pages.flatMap((page) => page.transactions);
  const portal = pages[0]?.billing_portal_url;
  return (
    <Section
      title="Credits"
      padding={0}
      about={pages[0] && `Balance: ${countText(pages[0].balance)}`}
      actions={
        <>
          {portal && (
            <Button component="a" href={portal} target="_blank" rel="noopener noreferrer" size="xs">
              Buy credits
            </Button>
          )}
          <ExportList
            file="credits"
            header={['at', 'type', 'reason', 'credits', 'balance']}
            list={credits}
            lines={(page) =>
              page.transactions.map((t) => [t.created_at, t.type, t.reason, t.amount, t.balance_after])
            }
          />
        </>
      }
    >
      <Listed
        query={credits}
        rows={transactions}
        height={120}
        empty={<Empty title="No transactions yet">Grants and uses of credits appear here.</Empty>}
      >
        <DataTable
          minWidth={420}
          label="Credit transactions"
          heads={['What', 'When', ['Credits', 'number'], ['Balance', 'number']]}
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
      </Listed>
    </Section>
  );
}
