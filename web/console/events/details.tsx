import { Alert, Badge, Button, Drawer, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiError, call } from '../app/api.ts';
import { useScope } from '../app/scope.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { dialog } from '../kit/dialog.ts';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { Loading, Problem } from '../kit/page.tsx';
import { readable, reasonAdvice, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { curlOf, fieldsToFix, replayOf } from './curl.ts';
import type { LogEntry } from './entry.ts';

export function Details({
  entry,
  close,
  changed,
}: {
  entry: LogEntry;
  close: () => void;
  changed: () => void;
}) {
  const { value, currency, request_id, event_id } = entry;
  return (
    <Drawer
      {...dialog}
      onClose={close}
      position="right"
      size="lg"
      title={
        <Group gap="xs">
          <Text fw={650} className="anywhere">
            {event_id ?? 'Event without an ID'}
          </Text>
          <OutcomeBadge outcome={entry.outcome} late={entry.late === true} />
        </Group>
      }
    >
      <Stack gap="lg">
        <Why entry={entry} />
        {entry.outcome === 'rejected' && <FixAndReplay entry={entry} changed={changed} />}
        <Part title="What arrived">
          <Facts
            facts={[
              ['Type', entry.event_type],
              ['Value', value !== undefined && currency ? moneyText(value, currency) : undefined],
              ['Received', <Time key="at" at={entry.received_at} />],
              ['Counted', entry.counted ? 'Yes, it is in the conversion totals' : 'No'],
              ['Campaign', entry.campaign],
              ['Ad group', entry.ad_group],
              ['Ad', entry.ad_id],
              ['Key', <Copyable key="key" value={entry.key_id} />],
              ['Request ID', request_id && <Copyable key="request" value={request_id} />],
              ['Log entry', <Copyable key="entry" value={entry.id} />],
            ]}
          />
        </Part>
        {(entry.outcome === 'matched' || entry.outcome === 'unmatched') && event_id && (
          <Receipt eventId={event_id} />
        )}
        <Part title="Send it with curl">
          <Code label="curl" text={curlOf(entry, window.location.origin)} />
        </Part>
      </Stack>
    </Drawer>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={6}>
      {title}
    </Title>
    {children}
  </section>
);

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return (
    <Table variant="vertical" verticalSpacing={6} highlightOnHover={false}>
      <Table.Tbody>
        {known.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={120}>{name}</Table.Th>
            <Table.Td className="anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The outcome in words. */
function Why({ entry }: { entry: LogEntry }) {
  const { outcome, reason, late, matched_at, matched_by, conflict, error } = entry;
  if (outcome === 'matched' || (outcome === 'unmatched' && late))
    return (
      <Alert color="teal" title="An ad click earned this event">
        <Text fz="sm">
          {matched_by
            ? 'The click was found by the user of the event, without a click ID.'
            : 'The click ID named a stored ad click within its window.'}
          {late && matched_at && (
            <>
              {' '}
              It was matched late, when the click arrived (<Time at={matched_at} />
              ). The answer at the time was {reason ? `“${reasonText(reason)}”` : 'unmatched'}.
            </>
          )}
        </Text>
      </Alert>
    );
  if (outcome === 'unmatched')
    return (
      <Alert color="gray" title={reasonText(reason ?? 'unmatched')}>
        <Text fz="sm">
          {reasonAdvice(reason ?? '') ?? 'No ad click earned this event. It is stored and not counted.'}
        </Text>
      </Alert>
    );
  if (outcome === 'duplicate')
    return (
      <Alert color="blue" title="A repeat of an accepted event">
        <Text fz="sm">
          The event ID was accepted before. The answer was the original result, and it counted once.
        </Text>
      </Alert>
    );
  if (outcome === 'conflict')
    return (
      <Alert color="orange" title="This event ID was already used with other values">
        <Text fz="sm">
          Nothing of this event was counted. Different: {conflict?.fields.join(', ')}. Accepted before:{' '}
          {conflict &&
            `${conflict.accepted.event_type}, ${moneyText(conflict.accepted.value, conflict.accepted.currency)}`}
          . Use one event ID for each event, and send this one again under a new ID.
        </Text>
      </Alert>
    );
  return (
    <Alert color="red" title={`Rejected: ${readable(error?.code ?? 'invalid')}`}>
      <Text fz="sm">{error?.message}</Text>
      {error?.detail && (
        <ul style={{ margin: '6px 0 0', paddingLeft: 18 }}>
          {error.detail.map(({ loc, msg }) => (
            <li key={`${loc.join('.')}${msg}`}>
              <Text fz="sm" span>
                <b>{loc.slice(1).join('.') || 'body'}</b>: {msg}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

/** Corrects what was refused and sends it again, as the same key would. */
function FixAndReplay({ entry, changed }: { entry: LogEntry; changed: () => void }) {
  const fields = fieldsToFix(entry);
  const [values, setValues] = useState<Record<string, string>>({});
  const replay = useMutation<Awaited<ReturnType<typeof send>>, ApiError>({
    mutationFn: send,
    onSuccess: changed,
  });
  function send() {
    return call('replayEvent', { params: { event_id: entry.id }, body: { event: replayOf(values) } });
  }
  const { replayable_until, replayed_at } = entry;
  if (!replayable_until || Date.parse(replayable_until) < Date.now())
    return (
      <Text fz="sm" c="dimmed">
        The content of this event is no longer kept. Send it again from your server.
      </Text>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <Part title="Fix and replay">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Text fz="sm" c="dimmed">
            Replays the event as the same key would send it now. Kept until <Time at={replayable_until} />.
            {replayed_at && ' It was replayed before.'}
          </Text>
          {fields.map((name) => (
            <TextInput
              key={name}
              label={name}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              error={replay.error?.fields[name]}
              placeholder={
                name === 'event_id' ? 'order_created:10017' : name === 'currency' ? 'USD' : undefined
              }
            />
          ))}
          {replay.isError && (
            <Alert color="red" role="alert">
              {replay.error.message}
            </Alert>
          )}
          {replay.isSuccess && (
            <Alert
              color="teal"
              role="status"
              title={replay.data.matched ? 'Accepted and attributed' : 'Accepted'}
            >
              {replay.data.matched
                ? `Earned by ${[replay.data.campaign, replay.data.ad_group, replay.data.ad_id].filter(Boolean).join(' › ')}.`
                : `Not attributed: ${reasonText(replay.data.reason ?? '')}.`}{' '}
              {replay.data.duplicate && 'It was accepted before and counts once.'}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={replay.isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function Receipt({ eventId }: { eventId: string }) {
  const { environment, zone } = useScope();
  const receipt = useQuery({
    queryKey: ['receipt', environment, zone, eventId],
    queryFn: () =>
      call('readConversion', { params: { event_id: eventId }, query: { environment, time_zone: zone } }),
  });
  return (
    <Part title="Receipt">
      {receipt.isError && <Problem error={receipt.error} retry={() => receipt.refetch()} />}
      {receipt.isPending && <Loading height={120} />}
      {receipt.data && (
        <Stack gap="xs">
          <Facts
            facts={[
              ['Clicked', receipt.data.clicked_at && <Time key="click" at={receipt.data.clicked_at} />],
              ['Happened', <Time key="at" at={receipt.data.occurred_at} />],
              ['Counts on', receipt.data.booked_on],
              [
                'Click ID',
                receipt.data.svc_click_id && <Copyable key="id" value={receipt.data.svc_click_id} />,
              ],
              [
                'User sent',
                receipt.data.has_external_user ? <Badge key="user">Yes, stored as a hash</Badge> : 'No',
              ],
            ]}
          />
          <Code label="The receipt as JSON" text={JSON.stringify(receipt.data, null, 2)} />
        </Stack>
      )}
    </Part>
  );
}
