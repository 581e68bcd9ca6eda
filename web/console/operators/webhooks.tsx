import { Badge, Button, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Action } from './kit/action.tsx';
import { useMayWrite } from './me.ts';

type Received = Answer<'listReceivedWebhooks'>['webhooks'][number];
const columns = ['id', 'at', 'source', 'event_id', 'type', 'outcome', 'user_id'] as const;

export function WebhooksPage() {
  const mayWrite = useMayWrite();
  const [meant, setMeant] = useState<Received | null>(null);
  const list = useList(['operators', 'webhooks'], (page) =>
    operate('listReceivedWebhooks', {
      query: { limit: 50, ...page } as never,
    }),
  );
  const webhooks = list.data?.pages.flatMap((page) => page.webhooks) ?? [];
  return (
    <Page
      title="Webhooks received"
      about="Events of the payment processor and the licence partner of the last 90 days, newest first, with their outcome."
      actions={
        <ExportList
          size="sm"
          file="webhooks"
          header={columns}
          list={list}
          lines={(page) => page.webhooks.map((webhook) => columns.map((name) => webhook[name] ?? ''))}
        />
      }
    >
      <Section title="Events" padding={0}>
        <Listed query={list} rows={webhooks} height={240} empty={<Empty title="None was received yet" />}>
          <DataTable minWidth={640} heads={['Event', 'Outcome', 'About', 'Received', ['Actions', 'hidden']]}>
            {webhooks.map((webhook) => (
              <Table.Tr key={webhook.id}>
                <Table.Td className="anywhere">
                  {webhook.type}
                  <Text fz="xs" c="dimmed" className="anywhere">
                    {webhook.source === 'billing' ? 'Payment processor' : 'Licence partner'} ·{' '}
                    {webhook.event_id}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge color={webhook.can_be_taken_again ? 'orange' : webhook.duplicate ? 'gray' : 'teal'}>
                    {readable(webhook.outcome)}
                    {webhook.duplicate ? ', again' : ''}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <About webhook={webhook} />
                </Table.Td>
                <Table.Td>
                  <Time at={webhook.at} ago />
                </Table.Td>
                <Table.Td className="number">
                  {mayWrite && webhook.can_be_taken_again && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setMeant(webhook)}
                      aria-label={`Take again: ${webhook.event_id}`}
                    >
                      Take again
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
          title={`Take ${meant.event_id} again`}
          about="Correct the user or the price first. The event is retrieved from the payment processor, which keeps it for 30 days, and processed as if it were sent again. A settled event has no second effect."
          label="Take again"
          run={({ reason }) =>
            operate('takeBillingEventAgain', { params: { event_id: meant.event_id }, body: { reason } })
          }
          result={({ outcome, duplicate }) =>
            `${readable(outcome)}${duplicate ? ': it was settled before, and nothing was changed' : ''}.`
          }
          close={() => setMeant(null)}
        />
      )}
    </Page>
  );
}

function About({ webhook: { source, event_id, user_id } }: { webhook: Received }) {
  if (source === 'partner')
    return (
      <Link to="/operators/licences" search={{ key: event_id } as never}>
        Its licence
      </Link>
    );
  if (user_id === null) return <>–</>;
  return (
    <Link to="/operators/users/$userId" params={{ userId: String(user_id) }}>
      User {user_id}
    </Link>
  );
}
