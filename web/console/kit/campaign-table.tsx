import { ActionIcon, Badge, Group, Table, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { unreplacedMacro } from './macros.ts';
import { Scroll } from './page.tsx';
import { Tooltip } from './tooltip.tsx';

export type Sort<Field extends string> = { by: Field; isDescending: boolean };

/** Campaigns, their ad groups and ads. The first field is the name. */
export const CampaignTable = <Field extends string>({
  label,
  minWidth,
  children,
  ...headings
}: {
  label: string;
  minWidth: number;
  children: ReactNode;
} & Parameters<typeof Headings<Field>>[0]) => (
  <Scroll minWidth={minWidth} label={label}>
    <Table
      verticalSpacing={6}
      highlightOnHover
      className="cards labelled"
      style={Object.fromEntries(headings.fields.map(([, heading], at) => [`--head-${at + 1}`, JSON.stringify(heading)]))}
    >
      <Table.Thead>
        <Headings {...headings} />
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Scroll>
);

/** The headings are one stop of the Tab key, which the arrow keys move along, so that the rows are near. */
function Headings<Field extends string>({
  fields,
  sort,
  choose,
  last,
}: {
  fields: readonly (readonly [field: Field, label: string, className?: string])[];
  sort: Sort<Field>;
  choose: (sort: Sort<Field>) => void;
  /** A heading that does not sort. */
  last?: ReactNode;
}) {
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, fields.length - 1);
  const move = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + fields.length) % fields.length;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Table.Tr onKeyDown={move}>
      {fields.map(([by, label, className = 'number'], at) => {
        const isSorted = sort.by === by;
        return (
          <Table.Th key={by} className={className} aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}>
            <UnstyledButton
              fz="sm"
              fw={600}
              c="inherit"
              tabIndex={at === current ? 0 : -1}
              onFocus={() => setStop(at)}
              onClick={() => choose({ by, isDescending: isSorted ? !sort.isDescending : at > 0 })}
            >
              {label} {isSorted ? (sort.isDescending ? '↓' : '↑') : ''}
            </UnstyledButton>
          </Table.Th>
        );
      })}
      {last}
    </Table.Tr>
  );
}

/** A child is indented below its parent. */
export const BranchCell = ({
  depth,
  isTree = true,
  title,
  isOpen,
  toggle,
  children,
}: {
  depth: number;
  isTree?: boolean;
  title: string;
  isOpen: boolean;
  /** A leaf has nothing to open (`null`). */
  toggle: (() => void) | null;
  children: ReactNode;
}) => (
  <Table.Td>
    <Group gap={4} wrap="nowrap" pl={depth * 20} align="flex-start">
      {toggle ? (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${title}`}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </ActionIcon>
      ) : (
        isTree && <span style={{ width: 22, flex: 'none' }} />
      )}
      {children}
    </Group>
  </Table.Td>
);

export const MacroBadge = ({ name }: { name: string }) =>
  unreplacedMacro(name) && (
    <Tooltip label="The ad network did not replace this macro. Correct the link of this ad." multiline maw={260}>
      <Badge color="orange" component={Link} to="/links">
        Macro
      </Badge>
    </Tooltip>
  );
