import { Badge, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/copy.tsx';
import { counted } from '../kit/counted.ts';
import { DataTable } from '../kit/data-table.tsx';
import { SideDialog } from '../kit/dialog.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Note, Problem, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import type { EagerPoll } from '../kit/use-poll.ts';
import { answerText, type Delivery, deletionOf, deliveriesOf, deliveryColors, type Endpoint, isTestOf, prettyJson } from './endpoint.ts';
import { webhooksSearch } from './search.ts';

const day = 86_400_000;

export function Deliveries({ of, poll, acted }: { of: Endpoint; poll: EagerPoll; acted: () => void }) {
  const { undelivered } = useValidSearch(webhooksSearch);
  const [opened, setOpened] = useState<string | null>(null);
  const show = useChangeSearch();
  const queries = useQueryClient();
  const params = { id: of.id };
  const isDeleting = useIsMutating({ mutationKey: deletionOf(of) }) > 0;
  const log = useList(
    [...deliveriesOf(of), undelivered],
    (page, signal) =>
      call('listWebhookDeliveries', { params, query: { ...(undelivered && { status: 'undelivered' as const }), ...page } }, { signal }),
    {
      // Deliveries of a deleted endpoint are a 404.
      enabled: !isDeleting,
      refetchInterval: ({ state }) => poll(state.data?.pages.some((page) => page.deliveries.some(({ status }) => status === 'pending'))),
    },
  );
  const change = useMutation<unknown, ApiError, () => Promise<unknown>>({
    mutationFn: (run) => run(),
    onSuccess: () => {
      acted();
      return queries.invalidateQueries({ queryKey: deliveriesOf(of) });
    },
  });
  const replay = (delivery: Delivery) => () => call('replayWebhookDelivery', { params: { ...params, delivery_id: delivery.id }, body: {} });
  // Older deliveries are not stored.
  const replayAll = () =>
    call('replayWebhookEndpoint', {
      params,
      body: { since: new Date(Date.now() - 30 * day).toISOString() },
    });
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const waiting = log.data?.pages[0]?.waiting;
  const shown = deliveries.find(({ id }) => id === opened);
  const isEnabled = of.status === 'enabled';
  return (
    <Section
      title="Deliveries"
      about={<span className="anywhere">To {of.url}, of the last 30 days.</span>}
      padding={0}
      actions={
        <>
          <Switch
            label="Undelivered only"
            checked={undelivered === true}
            onChange={({ currentTarget: { checked } }) => show({ undelivered: checked || undefined })}
          />
          <Button
            size="xs"
            variant="default"
            disabled={!isEnabled}
            onClick={() => change.mutateAsync(() => call('testWebhookEndpoint', { params, body: {} }))}
          >
            Send a test event
          </Button>
          <Button size="xs" variant="default" disabled={!isEnabled} onClick={() => change.mutateAsync(replayAll)}>
            Replay all undelivered
          </Button>
        </>
      }
    >
      {change.isError && <Problem error={change.error} />}
      {waiting && (
        <Text fz="sm" p="md">
          {counted(waiting.events, 'event')} since <Time at={waiting.since} /> {waiting.events === 1 ? 'waits' : 'wait'} in the event log
          until this endpoint answers, then come in order.
        </Text>
      )}
      <Listed
        query={log}
        rows={deliveries}
        empty={
          <Empty title={undelivered ? 'Everything was delivered' : 'No deliveries yet'}>
            {undelivered ? 'Nothing waits to be sent.' : 'Send a test event to see one.'}
          </Empty>
        }
      >
        <DataTable
          minWidth={460}
          label="Table of deliveries"
          verticalSpacing="sm"
          heads={['Event', 'Status', 'Answer', ['Time', 'wider'], ['Actions', 'hidden']]}
        >
          {deliveries.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>
                <Text fz="sm">{delivery.event_type}</Text>
                {isTestOf(delivery) && <Note>Test event</Note>}
              </Table.Td>
              <Table.Td>
                <Status of={delivery} />
              </Table.Td>
              <Table.Td>
                <Text fz="sm">{answerText(delivery)}</Text>
                {delivery.next_attempt_at && (
                  <Note>
                    Again <Time at={delivery.next_attempt_at} ago />
                  </Note>
                )}
              </Table.Td>
              <Table.Td className="wider">
                <Time at={delivery.happened_at} ago />
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <Button size="xs" variant="default" onClick={() => setOpened(delivery.id)} aria-label={`Details of ${delivery.event_id}`}>
                    Details
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Listed>
      {shown && <Details of={shown} close={() => setOpened(null)} replay={isEnabled ? () => change.mutateAsync(replay(shown)) : null} />}
    </Section>
  );
}

const Status = ({ of: { status, last_attempt: last } }: { of: Delivery }) => (
  <Badge color={deliveryColors[status]} className={`chip-${deliveryColors[status]}`}>
    {status === 'pending' && last ? 'Retrying' : readable(status)}
  </Badge>
);

function Details({ of, close, replay }: { of: Delivery; close: () => void; replay: (() => Promise<unknown>) | null }) {
  const { last_attempt: last, delivered_at, next_attempt_at } = of;
  return (
    <SideDialog
      onClose={close}
      title={
        <Group gap="xs">
          <Text fw={650}>{of.event_type}</Text>
          <Status of={of} />
          {isTestOf(of) && <Badge color="gray">Test event</Badge>}
        </Group>
      }
    >
      <Stack gap="lg">
        <Facts
          facts={[
            ['webhook-id', of.event_id],
            ['Happened', <Time key="at" at={of.happened_at} />],
            ['Delivered', delivered_at && <Time key="delivered" at={delivered_at} />],
            ['Failed attempts', of.attempts > 0 ? String(of.attempts) : ''],
            ['Next attempt', next_attempt_at && <Time key="next" at={next_attempt_at} />],
          ]}
        />
        {last && (
          <Part title="Your server's latest response">
            <Facts
              facts={[
                ['Answer', answerText(of)],
                ['Time', <Time key="last" at={last.at} />],
                ['Took', `${last.duration_ms} ms`],
              ]}
            />
            {last.body && <Code prose text={last.body} label="Response body" />}
          </Part>
        )}
        <Part title="Payload">
          <Code text={prettyJson(of.payload)} label="Payload as JSON" />
        </Part>
        {replay && (
          <Group>
            <Button onClick={replay}>Replay</Button>
          </Group>
        )}
      </Stack>
    </SideDialog>
  );
}
