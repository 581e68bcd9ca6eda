import { Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { SideDialog } from '../kit/dialog.tsx';
import { Problem } from '../kit/page.tsx';
import { type Pair, type Rate, useRates, useSetRates } from './rates.ts';

export function PairRates({ pair, close }: { pair: Pair; close: () => void }) {
  const { data } = useRates();
  const change = useSetRates();
  const [removed, setRemoved] = useState<Rate | null>(null);
  const rates = (data?.rates ?? pair.rates).filter(({ from, to }) => from === pair.from && to === pair.to).toReversed();
  return (
    <SideDialog onClose={close} title={`${pair.from} to ${pair.to}`}>
      <Stack gap="sm">
        {removed && (
          <Group gap="sm" role="status">
            <Text fz="sm">The rate of {removed.day} is removed.</Text>
            <Button size="xs" variant="default" onClick={() => change.mutateAsync([removed], { onSuccess: () => setRemoved(null) })}>
              Restore
            </Button>
          </Group>
        )}
        {change.isError && <Problem error={change.error} />}
        <DataTable label="Rates by day" heads={['Day', ['Rate', 'number'], ['Removal', 'hidden']]}>
          {rates.map((rate) => (
            <Table.Tr key={rate.day}>
              <Table.Td>{rate.day}</Table.Td>
              <Table.Td className="number">{rate.rate}</Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={`Remove the rate of ${rate.day}`}
                    onClick={() => change.mutateAsync([{ ...rate, rate: null }], { onSuccess: () => setRemoved(rate) })}
                  >
                    Remove
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Stack>
    </SideDialog>
  );
}
