import { Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={6}>
      {title}
    </Title>
    {children}
  </section>
);

export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  const presentFacts = facts.filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return (
    <Table variant="vertical" verticalSpacing={6} highlightOnHover={false}>
      <Table.Tbody>
        {presentFacts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={120}>{name}</Table.Th>
            <Table.Td className="anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
