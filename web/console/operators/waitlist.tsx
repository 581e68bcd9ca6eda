import { Badge, Button, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Action } from './kit/action.tsx';
import { useMayWrite } from './me.ts';

type Waiting = Answer<'listWaitlist'>['accounts'][number];

export function WaitlistPage() {
  const mayWrite = useMayWrite();
  const [meant, setMeant] = useState<Waiting | null>(null);
  const list = useList(['operators', 'waitlist'], (page) =>
    operate('listWaitlist', { query: { limit: 50, ...page } as never }),
  );
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Page
      title="Waitlist"
      about="Accounts whose company description was flagged, or that an operator put here. Discoveries, plans, prompts and own ads return 403 for them."
      actions={
        <ExportList
          size="sm"
          file="waitlist"
          header={['user_id', 'email', 'company', 'source', 'categories', 'reason', 'added_at']}
          list={list}
          lines={(page) =>
            page.accounts.map((account) => [
              ...[account.user_id, account.email, account.company ?? '', account.source],
              ...[account.categories.join(' '), account.reason ?? '', account.added_at],
            ])
          }
        />
      }
    >
      <Section title="Accounts" padding={0}>
        <Listed query={list} rows={accounts} height={240} empty={<Empty title="Nobody is on the waitlist" />}>
          <DataTable minWidth={640} heads={['Account', 'Description', 'Why', 'Since', ['Actions', 'hidden']]}>
            {accounts.map((account) => (
              <Table.Tr key={account.user_id}>
                <Table.Td className="anywhere">
                  <Link to="/operators/users/$userId" params={{ userId: String(account.user_id) }}>
                    {account.email}
                  </Link>
                  <Text fz="xs" c="dimmed" className="anywhere">
                    {account.company}
                  </Text>
                </Table.Td>
                <Table.Td className="anywhere">{account.company_short_desc ?? '–'}</Table.Td>
                <Table.Td className="anywhere">
                  {account.categories.map((category) => (
                    <Badge key={category} color="red" mr={4}>
                      {category}
                    </Badge>
                  ))}
                  {account.reason}
                </Table.Td>
                <Table.Td>
                  <Time at={account.added_at} ago />
                </Table.Td>
                <Table.Td className="number">
                  {mayWrite && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setMeant(account)}
                      aria-label={`Take off the waitlist: ${account.email}`}
                    >
                      Take off
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Listed>
      </Section>
      {meant && (
        <Action
          title={`Take ${meant.email} off the waitlist`}
          about="Takes effect with the next request of the account. The same text does not flag it again. Undo it on the page of the user."
          label="Take off"
          run={({ reason }) =>
            operate('setWaitlist', { body: { user_id: meant.user_id, on_waitlist: false, reason } })
          }
          result={() => 'Not on the waitlist any more.'}
          close={() => setMeant(null)}
        />
      )}
    </Page>
  );
}
