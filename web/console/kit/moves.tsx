import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { countText } from './money.ts';

type Parts<T> = {
  moves: readonly { environment: 'live' | 'test'; from: T; to: T; clicks: number }[];
  nameOf: (of: T) => ReactNode;
};

export const Moves = <T extends string>({ moves, nameOf }: Parts<T>) =>
  moves.length > 0 && (
    <DataTable minWidth={280} label="Moves" heads={['From', 'To', 'Data', ['Clicks', 'number']]}>
      {moves.map(({ environment, from, to, clicks }) => (
        <Table.Tr key={`${environment} ${from} ${to}`}>
          <Table.Td>{nameOf(from)}</Table.Td>
          <Table.Td>{nameOf(to)}</Table.Td>
          <Table.Td>{environment === 'live' ? 'Live' : 'Test'}</Table.Td>
          <Table.Td className="number">{countText(clicks)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
