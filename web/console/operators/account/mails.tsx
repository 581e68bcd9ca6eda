import { Badge, Table, Text } from '@mantine/core';
import type { Tone } from '../../core/theme.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { fieldName } from '../kit/field-name.ts';
import type { Account } from './account.ts';

const colors: Record<string, Tone> = { sent: 'teal', failed: 'red', unknown: 'orange' };

export function Mails({ account: { mails } }: { account: Account }) {
  return (
    <Section
      title="E-mails"
      about="Of the last 90 days, at most 50, newest first. Texts and codes are not kept."
      padding={mails.length > 0 ? 0 : 'md'}
    >
      {mails.length === 0 ? (
        <Text fz="sm">None.</Text>
      ) : (
        <DataTable
          minWidth={320}
          label="Table of e-mails"
          verticalSpacing={6}
          heads={['E-mail', 'Outcome', 'Time']}
        >
          {mails.map(({ id, at, template, outcome }) => (
            <Table.Tr key={id}>
              <Table.Td className="anywhere">{fieldName(template)}</Table.Td>
              <Table.Td>
                <Badge color={colors[outcome] ?? 'gray'}>{readable(outcome)}</Badge>
              </Table.Td>
              <Table.Td>
                <Time at={at} ago />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
