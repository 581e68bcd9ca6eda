import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { RowTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { UserLink } from './kit/user-link.tsx';

type Received = Answer<'listReceivedWebhooks'>['webhooks'][number];
const columns = ['id', 'at', 'source', 'event_id', 'type', 'outcome', 'user_id'] as const;

export function WebhooksPage() {
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
          <RowTable
            minWidth={640}
            rows={webhooks}
            keyOf={({ id }) => id}
            columns={[
              [
                'Event',
                ({ type, source, event_id }) => (
                  <>
                    {type}
                    <Text fz="xs" c="dimmed" className="anywhere">
                      {source === 'billing' ? 'Payment processor' : 'Licence partner'} · {event_id}
                    </Text>
                  </>
                ),
                'anywhere',
              ],
              [
                'Outcome',
                ({ outcome, duplicate, can_be_taken_again: isOpen }) => (
                  <Badge color={isOpen ? 'orange' : duplicate ? 'gray' : 'teal'}>
                    {readable(outcome)}
                    {duplicate ? ', again' : ''}
                  </Badge>
                ),
              ],
              ['About', (webhook) => <About webhook={webhook} />],
              ['Received', ({ at }) => <Time at={at} ago />],
              [
                ['Actions', 'hidden'],
                ({ event_id, can_be_taken_again }) =>
                  can_be_taken_again && (
                    <ActButton
                      operation="takeBillingEventAgain"
                      args={{ params: { event_id } }}
                      button="Take again"
                      name={`Take again: ${event_id}`}
                      title={`Take ${event_id} again`}
                      about="Correct the user or the price first. The event is retrieved from the payment processor, which keeps it for 30 days, and processed as if it were sent again. A settled event has no second effect."
                      result={({ outcome, duplicate }) =>
                        `${readable(outcome)}${duplicate ? ': it was settled before, and nothing was changed' : ''}.`
                      }
                    />
                  ),
              ],
            ]}
          />
        </Listed>
      </Section>
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
  return <UserLink id={user_id} />;
}
