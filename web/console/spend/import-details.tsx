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
  const read = useQuery({
    queryKey: ['spend-import', of.import_id, environment],
    queryFn: () => call('readSpendImport', { params: { id: of.import_id }, query: { environment } }),
  });
  return (
    <SideDialog onClose={close} title={`Import of ${networkTitle(of.network)}`} className="anywhere">
      <Loaded query={read} height={320}>
        {(one) => (
          <Stack gap="lg">
            <Facts
              facts={[
                ['Status', <Status key="status" of={one} />],
                ['Ad account', accountTitle(one.account)],
                ['Time zone', one.time_zone],
                ['Days', daysText(one.from, one.to, one.days)],
                ['Rows', countText(one.rows)],
                ['Changes', changesText(one)],
                ['By', makers[one.created_by.kind] ?? 'The daily download'],
                ['Requested', <Time key="at" at={one.created_at} />],
                ['Undone', one.undone_at && <Time key="undone" at={one.undone_at} />],
                ['Import', <Copyable key="id" value={one.import_id} />],
              ]}
            />
            {one.problems.length > 0 && <ProblemTable problems={one.problems} count={one.problem_count} />}
            {one.difference.length > 0 && (
              <Part title="By day">
                <DataTable
                  minWidth={280}
                  label="Changes by day"
                  heads={['Day', 'Rows', ['Before', 'number'], ['After', 'number']]}
                >
                  {one.difference.map((day) => (
                    <Table.Tr key={day.day}>
                      <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayText(day.day)}</Table.Td>
                      <Table.Td>{changesText(day)}</Table.Td>
                      <Table.Td className="number">
                        {amountText(day.spend_before, one.currency ? [one.currency] : [])}
                      </Table.Td>
                      <Table.Td className="number">
                        {amountText(day.spend_after, one.currency ? [one.currency] : [])}
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
