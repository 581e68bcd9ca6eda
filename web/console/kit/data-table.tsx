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

const labelOf = (head: Head) =>
  typeof head !== 'string' && head[1].endsWith('hidden')
    ? '""'
    : JSON.stringify(typeof head === 'string' ? head : head[0]);

function headOf(head: Head): ReactNode {
  const [title, className = ''] = typeof head === 'string' ? [head] : head;
  return (
    <Table.Th key={title} className={className}>
      {className.endsWith('hidden') ? <span className="visually-hidden">{title}</span> : title}
    </Table.Th>
  );
}
