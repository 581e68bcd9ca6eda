import { Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Copyable } from '../kit/copy.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { SideDialog } from '../kit/dialog.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { countText } from '../kit/money.ts';
import { accountTitle, networkTitle } from '../kit/networks.ts';
import { Loaded } from '../kit/page.tsx';
import { ProblemTable } from '../kit/problem-table.tsx';
import { Time } from '../kit/time.tsx';
import { amountText, changesText, daysText } from './difference.tsx';
import type { Import } from './facts.ts';
import { Status } from './status.tsx';

const makers: Record<string, string> = { user: 'A person', key: 'A secret key', operator: 'Our team' };

export function ImportDetails({ of, close }: { of: Import; close: () => void }) {
  const { environment } = useScope();
  const importQuery = useQuery({
    queryKey: ['spend-import', of.import_id, environment],
    queryFn: () => call('readSpendImport', { params: { id: of.import_id }, query: { environment } }),
  });
  return (
    <SideDialog onClose={close} title={`Import of ${networkTitle(of.network)}`} className="anywhere">
      <Loaded query={importQuery} height={320}>
        {(spendImport) => (
          <Stack gap="lg">
            <Facts
              facts={[
                ['Status', <Status key="status" of={spendImport} />],
                ['Ad account', accountTitle(spendImport.account)],
                ['Time zone', spendImport.time_zone],
                ['Days', daysText(spendImport.from, spendImport.to, spendImport.days)],
                ['Rows', countText(spendImport.rows)],
                ['Changes', changesText(spendImport)],
                ['By', makers[spendImport.created_by.kind] ?? 'The daily download'],
                ['Requested', <Time key="at" at={spendImport.created_at} />],
                ['Undone', spendImport.undone_at && <Time key="undone" at={spendImport.undone_at} />],
                ['Import', <Copyable key="id" value={spendImport.import_id} />],
              ]}
            />
            {spendImport.problems.length > 0 && <ProblemTable problems={spendImport.problems} count={spendImport.problem_count} />}
            {spendImport.difference.length > 0 && (
              <Part title="By day">
                <DataTable minWidth={280} label="Changes by day" heads={['Day', 'Rows', ['Before', 'number'], ['After', 'number']]}>
                  {spendImport.difference.map((day) => (
                    <Table.Tr key={day.day}>
                      <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayText(day.day)}</Table.Td>
                      <Table.Td>{changesText(day)}</Table.Td>
                      <Table.Td className="number">
                        {amountText(day.spend_before, spendImport.currency ? [spendImport.currency] : [])}
                      </Table.Td>
                      <Table.Td className="number">
                        {amountText(day.spend_after, spendImport.currency ? [spendImport.currency] : [])}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </DataTable>
              </Part>
            )}
          </Stack>
        )}
      </Loaded>
    </SideDialog>
  );
}
