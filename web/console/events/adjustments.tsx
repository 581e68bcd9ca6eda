import { Table, Text } from '@mantine/core';
import { Part } from '../kit/facts.tsx';
import { moneyText } from '../kit/money.ts';
import { Time } from '../kit/time.tsx';

type Adjustment = {
  adjustment_id: string;
  net_value: string;
  reason: string;
  effective_at: string;
  adjusted_by: { kind: string; id: string | null };
  note?: string | undefined;
};

export function Adjustments({
  receipt: { value, net_value, currency, adjustments },
}: {
  receipt: {
    value: string;
    currency: string;
    net_value?: string | undefined;
    adjustments?: readonly Adjustment[] | undefined;
  };
}) {
  if (net_value === undefined || !adjustments) return null;
  return (
    <Part title="Adjustments">
      <Text fz="sm">
        Gross {moneyText(value, currency)}, net {moneyText(net_value, currency)}. The newest adjustment
        decides.
      </Text>
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
    </Part>
  );
}
