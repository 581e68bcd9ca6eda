import { Button, Group, Table, Text } from '@mantine/core';
import { useMe } from '../core/me.ts';
import { DataTable } from '../kit/data-table.tsx';
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

/** The dialog that is open: a refund, or the undoing of an adjustment. */
export type Asked = { undo: string | null } | null;

export function Adjustments({
  asked,
  ask,
  receipt: { event_id: eventId, value, net_value, currency, adjustments = [] },
}: {
  asked: Asked;
  ask: (asked: Asked) => void;
  receipt: {
    event_id: string;
    value: string;
    currency: string;
    net_value?: string | undefined;
    adjustments?: readonly Adjustment[] | undefined;
  };
}) {
  const me = useMe();
  const net = net_value ?? value;
  const canRefund = Number(net) > 0;
  const [newest] = adjustments;
  if (!canRefund && !newest) return null;
  return (
    <Part title="Net">
      <Text fz="sm">
        Gross {moneyText(value, currency)}, net {moneyText(net, currency)}.{newest && ' The newest adjustment decides.'}
      </Text>
      {newest && (
        <DataTable minWidth={300} label="Adjustments" heads={['Net', 'Reason', 'Since', 'By']}>
          {adjustments.map(({ adjustment_id, reason, note, effective_at, adjusted_by, ...adjustment }) => (
            <Table.Tr key={adjustment_id}>
              <Table.Td>{moneyText(adjustment.net_value, currency)}</Table.Td>
              <Table.Td className="anywhere">{note ? `${reason}: ${note}` : reason}</Table.Td>
              <Table.Td>
                <Time at={effective_at} />
              </Table.Td>
              <Table.Td className="anywhere">
                {adjusted_by.kind === 'user' && adjusted_by.id === String(me.data?.id) ? 'You' : (adjusted_by.id ?? 'our support')}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <Group gap="xs" mt="xs">
        {canRefund && (
          <Button size="xs" variant="default" onClick={() => ask({ undo: null })}>
            Refund or cancel
          </Button>
        )}
        {newest && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label="Undo the newest adjustment"
            onClick={() => ask({ undo: newest.adjustment_id })}
          >
            Undo
          </Button>
        )}
      </Group>
      {asked?.undo === null && <Refund of={{ eventId, gross: value, net, currency }} close={() => ask(null)} />}
      {asked?.undo && <UndoAdjustment eventId={eventId} adjustmentId={asked.undo} close={() => ask(null)} />}
    </Part>
  );
}
