import { Badge, Group, Stack, Text } from '@mantine/core';
import { Code, Copyable } from '../kit/copy.tsx';
import { SideDialog } from '../kit/dialog.tsx';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { Loading, Problem } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import type { LogEntry } from './entry.ts';
import { Exchange, useReceipt } from './exchange.tsx';
import { Facts, Part } from './facts.tsx';
import { FixAndReplay } from './replay.tsx';
import { Why } from './why.tsx';

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
    <SideDialog
      onClose={close}
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
          <Receipt entry={entry} />
        )}
        <Exchange entry={entry} />
      </Stack>
    </SideDialog>
  );
}

function Receipt({ entry }: { entry: LogEntry }) {
  const receipt = useReceipt(entry);
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
