import { Loader, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { headingsOf } from '../kit/file-text.ts';
import { type Column, columnTitles, type Facts } from './facts.ts';

export function ColumnsForm({
  file,
  columns,
  error,
  change,
}: {
  file: File;
  columns: Facts['columns'];
  error: string | undefined;
  change: (columns: Facts['columns']) => void;
}) {
  const headings = useQuery({
    queryKey: ['spend-headings', file.name, file.size, file.lastModified],
    queryFn: () => headingsOf(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!headings.data) return <Loader size="sm" />;
  const names = headings.data;
  return (
    <Stack gap="xs" component="section" aria-label="Columns of the file">
      <Text fz="sm" fw={550}>
        Which column holds what?
      </Text>
      {error && (
        <Text fz="sm" c="dimmed">
          The headings are not recognised. Choose at least Day, Spend and a campaign, and name the network above.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="xs">
        {(Object.keys(columnTitles) as Column[]).map((column) => (
          <NativeSelect
            key={column}
            label={columnTitles[column]}
            withAsterisk={column === 'day' || column === 'spend'}
            value={columns[column] ?? ''}
            onChange={({ currentTarget: { value } }) => change({ ...columns, [column]: value })}
            data={[{ value: '', label: '–' }, ...names.map((name) => ({ value: name, label: name }))]}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
