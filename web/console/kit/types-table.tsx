import { Table } from '@mantine/core';
import { Amounts, partOf } from './amounts.tsx';
import { DataTable } from './data-table.tsx';
import { Export } from './export.tsx';
import { FilterBy } from './filter-chips.tsx';
import { countText } from './money.ts';
import { Section } from './page.tsx';
import { type ReportRow, typesOf } from './report-rows.ts';

export function TypesTable({ rows, currency, file }: { rows: readonly ReportRow[]; currency: string; file: string }) {
  const types = typesOf(rows);
  if (types.length === 0) return null;
  return (
    <Section
      title="Conversions by type"
      padding={0}
      actions={
        <Export
          file={`types-${file}`}
          header={['event_type', 'currency', 'conversions', 'value', 'value_per_event']}
          lines={types.flatMap(({ type, amounts }) =>
            Object.entries(amounts).map(([of, { count, value, perOrder }]) => [type, of, count, value, perOrder]),
          )}
        />
      }
    >
      <DataTable
        minWidth={300}
        label="Table of types"
        heads={['Type', ['Conversions', 'number'], ['Value', 'number'], ['Value per event', 'number wide']]}
      >
        {types.map(({ type, count, amounts }) => (
          <Table.Tr key={type}>
            <Table.Td>
              <FilterBy to={{ type }}>{type}</FilterBy>
            </Table.Td>
            <Table.Td className="number">{countText(count)}</Table.Td>
            <Table.Td className="number">
              <Amounts values={partOf(amounts, 'value')} currency={currency} />
            </Table.Td>
            <Table.Td className="number wide">
              <Amounts values={partOf(amounts, 'perOrder')} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
