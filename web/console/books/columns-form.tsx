import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { type Column, columnTitles, type Facts, neededColumns } from './facts.ts';
import type { Recognised } from './headings.ts';

const shownCharacters = 40;

export function ColumnsForm({
  found: foundColumns,
  columns,
  error,
  change,
}: {
  found: Recognised;
  columns: Facts['columns'];
  error: string | undefined;
  change: (columns: Facts['columns']) => void;
}) {
  return (
    <Stack gap="xs" component="section" aria-label="Columns of the file">
      <Text fz="sm" fw={550}>
        Which column holds what?
      </Text>
      {(error !== undefined || foundColumns.format === null) && (
        <Text fz="sm" c="dimmed">
          The headings are not recognised. Choose the columns of the order ID, the time and the value.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="xs">
        {(Object.keys(columnTitles) as Column[]).map((column) => {
          const { heading, first } = foundColumns.columns[column] ?? {};
          const isNamed = Boolean(columns[column]);
          const isMatched = column === 'order_id' && !isNamed && foundColumns.idHeadings.length > 1;
          return (
            <NativeSelect
              key={column}
              label={columnTitles[column]}
              withAsterisk={neededColumns.includes(column)}
              value={columns[column] ?? ''}
              description={
                isMatched
                  ? `Of ${foundColumns.idHeadings.join(', ')}, the one whose IDs have most events`
                  : first
                    ? `First order: ${first.slice(0, shownCharacters)}`
                    : undefined
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              styles={{ description: { overflowWrap: 'anywhere' } }}
              onChange={({ currentTarget: { value } }) => change({ ...columns, [column]: value })}
              data={[
                {
                  value: '',
                  label: isMatched ? 'Found by matching' : heading !== undefined && !isNamed ? `${heading} (recognised)` : '–',
                },
                ...foundColumns.headings.map((name) => ({ value: name, label: name })),
              ]}
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
