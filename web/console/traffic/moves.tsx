import { Table } from '@mantine/core';
import { DataTable } from '../kit/data-table.tsx';
import { countText } from '../kit/money.ts';
import { type DryRun, trafficTitles } from './rules.ts';

export const Moves = ({ moves }: { moves: DryRun['moves'] }) =>
  moves.length > 0 && (
    <DataTable minWidth={280} label="Moves" heads={['From', 'To', 'Data', ['Clicks', 'number']]}>
      {moves.map(({ environment, from, to, clicks }) => (
        <Table.Tr key={`${environment} ${from} ${to}`}>
          <Table.Td>{trafficTitles[from]}</Table.Td>
          <Table.Td>{trafficTitles[to]}</Table.Td>
          <Table.Td>{environment === 'live' ? 'Live' : 'Test'}</Table.Td>
          <Table.Td className="number">{countText(clicks)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
