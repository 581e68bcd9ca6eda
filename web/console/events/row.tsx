import { Table, Text, UnstyledButton } from '@mantine/core';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { readable, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import type { LogEntry } from './entry.ts';

export function Row({ entry, open }: { entry: LogEntry; open: () => void }) {
  const { event_id, event_type, outcome, late, campaign, ad_group, ad_id, value, currency, reason, error } =
    entry;
  const title = event_id ?? '(no event ID)';
  return (
    <Table.Tr className="row-button" onClick={open}>
      <Table.Td style={{ minWidth: 128 }}>
        <UnstyledButton
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          <span className="visually-hidden">Details of </span>
          <Text fz="sm" fw={550} className="anywhere">
            {title}
          </Text>
          <Text fz="xs" c="dimmed" className="anywhere">
            {event_type ?? '(no type)'}
          </Text>
        </UnstyledButton>
        <Text fz="xs" c="dimmed" hiddenFrom="md" component="div">
          <Time at={entry.received_at} ago />
        </Text>
      </Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={outcome} late={late === true} />
        {(reason || error) && (
          <Text fz="xs" c="dimmed" mt={2} maw={220} className="anywhere">
            {reason ? reasonText(reason) : readable(error?.code ?? '')}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="wide">
        {campaign ? (
          <Text fz="sm" className="anywhere">
            {campaign}
            <Text fz="xs" c="dimmed" className="anywhere">
              {[ad_group, ad_id].filter(Boolean).join(' › ')}
            </Text>
          </Text>
        ) : (
          <Text c="dimmed" fz="sm">
            –
          </Text>
        )}
      </Table.Td>
      <Table.Td className="number">
        {value !== undefined && currency ? moneyText(value, currency) : '–'}
      </Table.Td>
      <Table.Td className="wider">
        <Time at={entry.received_at} ago />
      </Table.Td>
    </Table.Tr>
  );
}
