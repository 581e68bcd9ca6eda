import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Tone } from '../core/theme.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Note, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { differenceText, eventsText, ordersText } from './amounts.ts';
import type { Figures } from './answers.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { type RepairName, type Run, repairs } from './repair-names.ts';
import { UndoRepair } from './undo-repair.tsx';

const looks: Record<string, readonly [string, Tone]> = {
  running: ['Running', 'blue'],
  completed: ['Done', 'teal'],
  undoing: ['Undoing', 'orange'],
  undone: ['Undone', 'gray'],
};
/** A repair with an unknown status stopped before its end, and can be repeated. */
const stopped: (typeof looks)[string] = ['Failed', 'red'];

const ordersOf = ({ categories: of }: Figures) => ({
  send_missing: of.missing + of.rejected,
  adjust_values: of.value_differs + of.refund_differs + of.cancelled_here_counted,
  void_doubles: of.doubled,
});

export function Repairs({ figures }: { figures: Figures }) {
  const [asked, setAsked] = useState<RepairName | null>(null);
  const [undone, setUndone] = useState<RepairName | null>(null);
  const orders = ordersOf(figures);
  const isRefused = (repair: RepairName) => repair === 'send_missing' && figures.ids_do_not_match;
  const runOf = (repair: RepairName) => figures.repairs.find((run) => run.repair === repair);
  const names = (Object.keys(repairs) as RepairName[]).filter((name) => orders[name] > 0 || runOf(name));
  const isBusy = figures.repairs.some(({ status }) => status === 'running' || status === 'undoing');
  if (names.length === 0) return null;
  return (
    <Section
      title="Repairs"
      about="A preview says what would change. The figures on this page stay those of the comparison: reconcile the same file again to see the result."
      padding={0}
    >
      <DataTable minWidth={420} label="Repairs of these orders" heads={['Repair', 'Orders', 'State', ['Actions', 'hidden']]}>
        {names.map((name) => {
          const run = runOf(name);
          const isDone = run !== undefined && run.status in looks && run.status !== 'undone';
          return (
            <Table.Tr key={name}>
              <Table.Td>
                <Text fz="sm" fw={550}>
                  {repairs[name].title}
                </Text>
                <Note>{repairs[name].about}</Note>
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{ordersText(orders[name])}</Table.Td>
              <Table.Td aria-live="polite">{run ? <State run={run} /> : isRefused(name) ? 'Refused: other IDs, see above' : '–'}</Table.Td>
              <Table.Td>
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {!isDone && orders[name] > 0 && !isRefused(name) && (
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isBusy}
                      aria-label={`Preview: ${repairs[name].title}`}
                      onClick={() => setAsked(name)}
                    >
                      Preview
                    </Button>
                  )}
                  {run?.status === 'completed' && run.changes > 0 && (
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      disabled={isBusy}
                      aria-label={`Undo: ${repairs[name].title}`}
                      onClick={() => setUndone(name)}
                    >
                      Undo
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </DataTable>
      {asked && <RepairDialog id={figures.reconciliation_id} repair={asked} close={() => setAsked(null)} />}
      {undone && <UndoRepair id={figures.reconciliation_id} repair={undone} close={() => setUndone(null)} />}
    </Section>
  );
}

function State({ run: { repair, status, changes, attributed, skipped, values, ...run } }: { run: Run }) {
  const [word, color] = looks[status] ?? stopped;
  const at = run.undone_at ?? run.completed_at;
  const amounts = values.map(({ currency, value }) => differenceText(value, currency)).join(', ');
  return (
    <Stack gap={2}>
      <Group gap={6}>
        <Badge color={color}>{word}</Badge>
        {at && (
          <Text fz="xs" c="dimmed" component="span">
            <Time at={at} ago />
          </Text>
        )}
      </Group>
      <Text fz="xs" className="anywhere">
        {repair === 'send_missing' ? `${eventsText(changes)} sent, ${attributed} for an ad` : `${eventsText(changes)} adjusted`}
        {amounts && `: ${amounts}`}
        {skipped > 0 && `. ${ordersText(skipped)} had changed, and stayed`}
      </Text>
    </Stack>
  );
}
