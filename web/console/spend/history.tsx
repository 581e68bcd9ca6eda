import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { countText } from '../kit/money.ts';
import { accountTitle, networkTitle } from '../kit/networks.ts';
import { Empty, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { amountText, daysText } from './difference.tsx';
import type { Import } from './facts.ts';
import { ImportDetails } from './import-details.tsx';
import { Status } from './status.tsx';
import { UndoImport } from './undo-import.tsx';

const openStatuses: readonly Import['status'][] = ['pending', 'running', 'undoing'];
const undoMs = 90 * 86_400_000;

export const importsKey = (environment: Environment) => ['spend-imports', environment];
export function useImports() {
  const { environment } = useScope();
  return useList(importsKey(environment), (page) => call('listSpendImports', { query: { environment, ...page } as never }), {
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.imports.some(({ status }) => openStatuses.includes(status))) ? 1500 : livePoll(1)(),
  });
}

/** An import without changes has nothing to undo. */
export const canUndo = ({ status, unchanged, created_at: at }: Import): boolean =>
  status === 'completed' && !unchanged && Date.now() - Date.parse(at) < undoMs;

export function History({ imports }: { imports: ReturnType<typeof useImports> }) {
  const [shown, setShown] = useState<Import | null>(null);
  const [undoing, setUndoing] = useState<Import | null>(null);
  const rows = imports.data?.pages.flatMap((page) => page.imports) ?? [];
  return (
    <Section title="History" about="An import can be undone for 90 days, until a later one changes its days." padding={0}>
      <Listed
        query={imports}
        rows={rows}
        height={200}
        empty={
          <Empty title="No spend imported yet">
            Reports cannot say what an ad costs. Export a report by day from your network and drop it above, or begin with a sample file.
          </Empty>
        }
      >
        <DataTable
          minWidth={300}
          label="Imports of spend"
          heads={['Report', 'Days', ['Rows', 'number wide'], ['Spend of these days', 'number'], 'Imported', ['Actions', 'hidden']]}
        >
          {rows.map((row) => (
            <Table.Tr key={row.import_id}>
              <Table.Td>
                <Text fz="sm" fw={550} className="anywhere">
                  {networkTitle(row.network)}
                </Text>
                <Text fz="xs" c="dimmed" className="anywhere">
                  {accountTitle(row.account)}
                </Text>
              </Table.Td>
              <Table.Td>{daysText(row.from, row.to, row.days)}</Table.Td>
              <Table.Td className="number wide">{countText(row.rows)}</Table.Td>
              <Table.Td className="number">{amountText(row.spend_after, row.currency ? [row.currency] : [])}</Table.Td>
              <Table.Td>
                <Group gap={6}>
                  <Status of={row} />
                  <Text fz="xs" c="dimmed" component="span">
                    <Time at={row.created_at} ago />
                  </Text>
                </Group>
              </Table.Td>
              <Table.Td>
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  <Button size="xs" variant="default" aria-label={`Details of ${nameOf(row)}`} onClick={() => setShown(row)}>
                    Details
                  </Button>
                  {canUndo(row) && (
                    <Button size="xs" variant="subtle" color="red" aria-label={`Undo ${nameOf(row)}`} onClick={() => setUndoing(row)}>
                      Undo
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Listed>
      {shown && <ImportDetails of={shown} close={() => setShown(null)} />}
      {undoing && <UndoImport of={undoing} close={() => setUndoing(null)} />}
    </Section>
  );
}

const nameOf = ({ network, account, from, to, days }: Import): string =>
  `${networkTitle(network)}, ${accountTitle(account)}, ${daysText(from, to, days)}`;
