import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Scroll } from './page.tsx';

/** A `hidden` heading is for screen readers only. */
type Head = string | readonly [title: string, className: string];

/** `minWidth` is in pixels. Under 480 px each row is a card (`style.css`). */
export function DataTable({
  heads,
  minWidth,
  label,
  verticalSpacing = 'xs',
  children,
  ...props
}: {
  heads: readonly Head[];
  minWidth?: number;
  label?: string;
} & TableProps) {
  const table = (
    <Table
      verticalSpacing={verticalSpacing}
      {...props}
      className="cards"
      style={Object.fromEntries(heads.map((head, i) => [`--head-${i + 1}`, labelOf(head)]))}
    >
      <Table.Thead>
        <Table.Tr>{heads.map(headOf)}</Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  if (minWidth === undefined) return table;
  return (
    <Scroll minWidth={minWidth} {...(label && { label })}>
      {table}
    </Scroll>
  );
}

/** The class of a cell is that of its heading, unless it has one of its own. */
export type Column<Row> = readonly [head: Head, cell: (row: Row) => ReactNode, className?: string];

export function RowTable<Row>({
  rows,
  keyOf,
  columns,
  ...props
}: {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  minWidth?: number;
  label?: string;
} & Omit<TableProps, 'children'>) {
  return (
    <DataTable heads={columns.map(([head]) => head)} {...props}>
      {rows.map((row) => (
        <Table.Tr key={keyOf(row)}>
          {columns.map(([head, cell, className = classOf(head)]) => (
            <Table.Td key={titleOf(head)} {...(className && { className })}>
              {cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </DataTable>
  );
}

const titleOf = (head: Head): string => (typeof head === 'string' ? head : head[0]);

/** A column with a `hidden` heading has the actions of its row. */
const classOf = (head: Head): string => (typeof head === 'string' ? '' : head[1] === 'hidden' ? 'number' : head[1].replace(' hidden', ''));

const labelOf = (head: Head) => (typeof head !== 'string' && head[1].endsWith('hidden') ? '""' : JSON.stringify(titleOf(head)));

function headOf(head: Head): ReactNode {
  const [title, className = ''] = typeof head === 'string' ? [head] : head;
  return (
    <Table.Th key={title} className={className}>
      {className.endsWith('hidden') ? <span className="visually-hidden">{title}</span> : title}
    </Table.Th>
  );
}
