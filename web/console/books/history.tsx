import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { DataTable } from '../kit/data-table.tsx';
import { Listed } from '../kit/list.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { differencesText, periodText } from './amounts.ts';
import type { Reconciliation } from './answers.ts';
import { formatTitle } from './facts.ts';
import { Months } from './months.tsx';
import { type useReconciliations, useShow } from './queries.ts';
import { coverageText } from './summary.tsx';

const looks = {
  pending: ['Waiting', 'gray'],
  running: ['Running', 'blue'],
  completed: ['Compared', 'teal'],
  failed: ['Failed', 'red'],
} as const;

export function History({ list }: { list: ReturnType<typeof useReconciliations> }) {
  const show = useShow();
  const rows = list.data?.pages.flatMap((page) => page.reconciliations) ?? [];
  return (
    <Stack gap="lg">
      <Months compared={list.isPending ? null : newestOf(rows)} />
      <Section title="History" about="Reconciliations of the last 90 days." padding={0}>
        <Listed
          query={list}
          rows={rows}
          height={200}
          empty={
            <Empty
              title="Nothing reconciled yet"
              action={<Button onClick={() => show({ tab: undefined })}>Reconcile your first file</Button>}
            >
              Export the orders of some days from your shop, or begin with a sample file.
            </Empty>
          }
        >
          <DataTable
            minWidth={420}
            label="Reconciliations"
            heads={[
              ...(['Period', ['Orders', 'number'], ['Covered', 'number'], ['Difference', 'number']] as const),
              ...(['State', ['Actions', 'hidden']] as const),
            ]}
          >
            {rows.map((row) => (
              <Table.Tr key={row.reconciliation_id}>
                <Table.Td>
                  <Text fz="sm" fw={550}>
                    {periodText(row)}
                  </Text>
                  <Text fz="xs" c="dimmed" className="anywhere">
                    {sourceOf(row)}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{countText(row.orders)}</Table.Td>
                <Table.Td className="number">{coverageText(row.coverage)}</Table.Td>
                <Table.Td className="number">{differencesText(row.values)}</Table.Td>
                <Table.Td>
                  <Group gap={6}>
                    <Badge color={looks[row.status][1]}>{looks[row.status][0]}</Badge>
                    <Text fz="xs" c="dimmed" component="span">
                      <Time at={row.created_at} ago />
                    </Text>
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Show ${periodText(row)}, ${row.reconciliation_id}`}
                      onClick={() => show({ tab: undefined, id: row.reconciliation_id, category: undefined })}
                    >
                      Show
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Listed>
      </Section>
    </Stack>
  );
}

const newestOf = (rows: readonly Reconciliation[]): string =>
  rows.reduce((newest, { completed_at: at }) => (at !== null && at > newest ? at : newest), '');

const sourceOf = ({ format, event_type }: Reconciliation): string =>
  [format && format !== 'own' ? formatTitle(format) : '', event_type].filter(Boolean).join(', ');
