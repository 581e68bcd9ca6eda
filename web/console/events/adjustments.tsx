import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Part } from '../kit/facts.tsx';
import { moneyText } from '../kit/money.ts';
import { Time } from '../kit/time.tsx';
import { Refund } from './refund.tsx';
import { UndoAdjustment } from './undo-adjustment.tsx';

type Adjustment = {
  adjustment_id: string;
  net_value: string;
  reason: string;
  effective_at: string;
  adjusted_by: { kind: string; id: string | null };
  note?: string | undefined;
};

export function Adjustments({
  receipt: { event_id: eventId, value, net_value, currency, adjustments = [] },
}: {
  receipt: {
    event_id: string;
    value: string;
    currency: string;
    net_value?: string | undefined;
    adjustments?: readonly Adjustment[] | undefined;
  };
}) {
  const [isRefunding, setIsRefunding] = useState(false);
  const [undone, setUndone] = useState<string | null>(null);
  const net = net_value ?? value;
  const canRefund = Number(net) > 0;
  const [newest] = adjustments;
  if (!canRefund && !newest) return null;
  return (
    <Part title="Net">
      <Text fz="sm">
        Gross {moneyText(value, currency)}, net {moneyText(net, currency)}.
        {newest && ' The newest adjustment decides.'}
      </Text>
      {newest && (
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Net</Table.Th>
              <Table.Th>Reason</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th>By</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {adjustments.map(({ adjustment_id, reason, note, effective_at, adjusted_by, ...adjustment }) => (
              <Table.Tr key={adjustment_id}>
                <Table.Td>{moneyText(adjustment.net_value, currency)}</Table.Td>
                <Table.Td className="anywhere">{note ? `${reason}: ${note}` : reason}</Table.Td>
                <Table.Td>
                  <Time at={effective_at} />
                </Table.Td>
                <Table.Td className="anywhere">{adjusted_by.id ?? 'our support'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs" mt="xs">
        {canRefund && (
          <Button size="xs" variant="default" onClick={() => setIsRefunding(true)}>
            Refund or cancel
          </Button>
        )}
        {newest && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label="Undo the newest adjustment"
            onClick={() => setUndone(newest.adjustment_id)}
          >
            Undo
          </Button>
        )}
      </Group>
      {isRefunding && (
        <Refund of={{ eventId, gross: value, net, currency }} close={() => setIsRefunding(false)} />
      )}
      {undone && <UndoAdjustment eventId={eventId} adjustmentId={undone} close={() => setUndone(null)} />}
    </Part>
  );
}
