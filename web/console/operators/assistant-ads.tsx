import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../kit/data-table.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { operate } from './api.ts';

export function AssistantAdsPage() {
  const list = useList(
    ['operators', 'assistant-ads'],
    (page) => operate('listAssistantAds', { query: { limit: 50, ...page } as never }),
    {
      // Every view is an audit entry.
      refetchOnWindowFocus: false,
      staleTime: 60_000,
    },
  );
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Page
      title="Assistant ads"
      about="Ad accounts at the conversational assistant. Reports are made each day for those that are enabled and have an account. Change them on the user’s page; start reports on the page Jobs."
    >
      <Section title="Ad accounts" padding={0}>
        <Listed query={list} rows={accounts} height={240} empty={<Empty title="No ad account yet" />}>
          <DataTable
            minWidth={640}
            label="Table of ad accounts"
            heads={['User', 'State', 'Ad account', 'Key in the secret', 'Changed']}
          >
            {accounts.map((account) => (
              <Table.Tr key={account.user_id}>
                <Table.Td className="anywhere">
                  <Link to="/operators/users/$userId" params={{ userId: String(account.user_id) }}>
                    {account.email ?? `User ${account.user_id}`}
                  </Link>
                </Table.Td>
                <Table.Td>
                  <Badge color={account.enabled ? (account.account_id ? 'teal' : 'orange') : 'gray'}>
                    {account.enabled ? (account.account_id ? 'Enabled' : 'Without an account') : 'Disabled'}
                  </Badge>
                </Table.Td>
                <Table.Td className="anywhere">{account.account_id ?? '–'}</Table.Td>
                <Table.Td className="anywhere">{account.credential_ref ?? 'The common one'}</Table.Td>
                <Table.Td>
                  <Time at={account.changed_at} ago />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Listed>
      </Section>
    </Page>
  );
}
